"""What is said between a browser and the table: requests, answers, and the plain text that is let through.

Every message has a type here and is read by it (`requests`, `answers`; the parts of an answer in `tables` and
`positions`); what fits none of them is refused before anything looks at it. docs/api.md is kept in step with all of
them.
May import: core, `pace`.
"""
