"""Telling people who are not there that they are waited for: by letter, by push, by webhook. All of it is optional."""
