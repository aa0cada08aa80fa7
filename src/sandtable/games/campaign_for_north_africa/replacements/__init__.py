"""[20.2, 20.4, 20.6, 20.7] Replacement Points: planned, received, sent to the front.

`pool` says what may still be planned and `planning` asks for it; `allotment` is the moment of arrival, `marches` and
`phase` are the way to the units, which take the points up in the Organization Phase.
May import: every room from `rommel` to `fleet`.
"""
