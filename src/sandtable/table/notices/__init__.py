"""Telling people who are not there that they are waited for: by letter, by push, by webhook. All of it is optional.

`herald` notes whom to tell and sends it when its time has come; `outside` is the one way out of the house, and never to
a private address.
May import: every room before it.
"""
