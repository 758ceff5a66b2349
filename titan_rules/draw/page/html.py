"""Pages that hold all they need: style and script inlined and named in the content security policy by their hashes.

Texts of files stand nowhere but in the data, which is JSON without a ``<``, and in escaped text.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files

from ...kernel.jsontext import JSON, compact

NONE = "'none'"

_SLOT = re.compile(r"\{\{(\w+)\}\}")
_SAFE = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def asset(package: str, name: str) -> str:
    """A file that lies in a package, as text."""
    return (files(package) / name).read_text(encoding="utf-8")


def embedded(data: JSON) -> str:
    """JSON that may stand between script tags of any HTML.

    >>> print(embedded({"name": "</script>"}))
    {"name":"\\u003c/script\\u003e"}
    """
    return compact(data).translate(_SAFE)


def content_hash(text: str) -> str:
    """The hash by which a content security policy names an inline script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def policy(style: str, script: str, **more: str) -> str:
    """A policy under which this style and this script work and nothing else does: no evaluation, no other source.

    :param more: what further directives allow: ``connect``, ``worker``, ``manifest`` and the like, ``also`` where the
        script may run more than itself.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{content_hash(script)}' {more.get('also', '')}".rstrip(),
            f"style-src '{content_hash(style)}'",
            f"connect-src {more.get('connect', NONE)}",
            f"worker-src {more.get('worker', NONE)}",
            "img-src 'self' data: blob:" if "manifest" in more else "img-src data: blob:",
            f"manifest-src {more.get('manifest', NONE)}",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            f"trusted-types {more.get('types', NONE)}",
        )
    )


def page(template: str, *, title: str, style: str, script: str, allowed: Mapping[str, str], **parts: str) -> str:
    """A page from its template, every ``{{slot}}`` filled once.

    :param title: plain text.
    :param allowed: see :func:`policy`.
    :param parts: markup for the other slots, which must be safe already.
    """
    filled: Mapping[str, str] = {
        "title": escape(title),
        "policy": escape(policy(style, script, **allowed)),
        "style": style,
        "script": script,
        **parts,
    }
    return _SLOT.sub(lambda slot: filled[slot[1]], template)
