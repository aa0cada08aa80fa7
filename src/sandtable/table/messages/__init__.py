"""What is said between a browser and the table: requests, answers, and the plain text that is let through.

Every message has a type here and is read by it; what fits to none is refused before anything looks at it. docs/api.md
is kept in step with these modules.
May import: core, `pace`.
"""
