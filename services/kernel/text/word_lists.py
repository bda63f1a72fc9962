"""Lists of words that come with the platform, in Greek, English and Spanish (services/moderation/RULES.md §7).

They are the defaults: operators can change them in the console. A listed word is never refused, only counted. Words are
compared without case and accents, so each is here once, in one of its forms.
"""

from typing import Final

CHAT_WORDS: Final[tuple[str, ...]] = (
    # Greek
    *("βλάκα", "βλάκας", "ηλίθιε", "ηλίθιος", "ηλίθια", "κρετίνε", "μαλάκα", "μαλάκας", "μαλακισμένε", "καθίκι"),
    *("καριόλη", "καριόλα", "κερατά", "μουνί", "μουνόπανο", "πούστη", "πούστης", "πουτάνα", "σκατά", "σκύλα"),
    *("τσόκαρο", "αρχίδι", "αρχίδια", "γαμιέσαι", "γαμημένε", "γαμώ", "άντε γαμήσου", "παλιάνθρωπε", "ψόφα"),
    # English
    *("arsehole", "asshole", "bastard", "bitch", "bullshit", "cretin", "cunt", "dickhead", "faggot", "fuck", "fucker"),
    *("fucking", "idiot", "imbecile", "kill yourself", "moron", "motherfucker", "nigger", "piece of shit", "prick"),
    *("pussy", "retard", "scum", "shit", "slut", "son of a bitch", "twat", "wanker", "whore"),
    # Spanish
    *("cabrón", "cabrona", "capullo", "carajo", "coño", "desgraciado", "gilipollas", "hijo de puta", "hijoputa"),
    *("idiota", "imbécil", "joder", "mamón", "maricón", "mierda", "muérete", "pendejo", "perra", "puta", "puto"),
    *("subnormal", "tarado", "zorra"),
)
"""Insults and threats."""

HAND_TALK_WORDS: Final[tuple[str, ...]] = (
    # Greek
    *("έχω τον άσο", "έχω άσο", "έχω μπαλαντέρ", "έχω τον μπαλαντέρ", "έχω ατού", "δεν έχω ατού", "παίξε κούπα"),
    *("παίξε καρό", "παίξε μπαστούνι", "παίξε σπαθί", "παίξε ατού", "κράτα τον άσο", "μην πετάξεις", "έχω τον δράκο"),
    *("έχω τον φοίνικα", "μου λείπει", "περιμένω", "κλείνω στο επόμενο"),
    # English
    *("have the ace", "have an ace", "have the joker", "have a joker", "have trumps", "no trumps left", "play hearts"),
    *("play diamonds", "play spades", "play clubs", "play trumps", "keep the ace", "do not discard", "have the dragon"),
    *("have the phoenix", "i am missing", "waiting for", "i go out next"),
    # Spanish
    *("tengo el as", "tengo un as", "tengo el comodín", "tengo comodín", "tengo triunfos", "no tengo triunfos"),
    *("juega corazones", "juega diamantes", "juega picas", "juega tréboles", "juega triunfo", "guarda el as"),
    *("no descartes", "tengo el dragón", "tengo el fénix", "me falta", "estoy esperando", "cierro en la próxima"),
)
"""Phrases by which partners describe their hands to each other; looked for at tables only."""
