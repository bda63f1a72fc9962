"""Texts of mails, in the language of the account (RULES.md §8). Plain text, one link at most."""

from datetime import UTC, datetime
from typing import Literal

import msgspec

from services.kernel.clock import TimeMs

Letter = Literal["confirm", "change", "changed", "password", "password_changed", "new_device", "second_factor"]


class Mail(msgspec.Struct, frozen=True):
    """A mail as it is sent."""

    to: str
    subject: str
    body: str


def write(letter: Letter, language: str, to: str, **values: str) -> Mail:
    """A mail. `values`: `name` always; `link` for `confirm`, `change`, `password`; `network`, `at` for `new_device`."""
    subject, body = _TEXTS[letter].get(language, _TEXTS[letter]["en"])
    return Mail(to, subject, "\n\n".join((_GREETING[language].format(**values), body.format(**values), _END[language])))


def moment(at_ms: TimeMs) -> str:
    """A moment as mails name it, in UTC: `2027-03-10 18:00`."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")


_GREETING = {"en": "Hello {name},", "el": "Γεια σου {name},", "es": "Hola {name}:"}
_END = {"en": "Kafeneio", "el": "Καφενείο", "es": "Kafeneio"}

_TEXTS: dict[Letter, dict[str, tuple[str, str]]] = {
    "confirm": {
        "en": (
            "Confirm your e-mail address",
            "please confirm that this address is yours:\n{link}\n\nThe link holds for seven days. If you have not "
            "opened an account, ignore this mail.",
        ),
        "el": (
            "Επιβεβαίωσε τη διεύθυνση e-mail",
            "επιβεβαίωσε ότι αυτή η διεύθυνση είναι δική σου:\n{link}\n\nΟ σύνδεσμος ισχύει επτά ημέρες. Αν δεν "
            "άνοιξες λογαριασμό, αγνόησε αυτό το μήνυμα.",
        ),
        "es": (
            "Confirma tu dirección de correo",
            "confirma que esta dirección es tuya:\n{link}\n\nEl enlace vale siete días. Si no has abierto una cuenta, "
            "ignora este mensaje.",
        ),
    },
    "change": {
        "en": (
            "Confirm your new e-mail address",
            "this address is to become that of your account. Confirm it:\n{link}\n\nThe link holds for 24 hours. If "
            "you have not asked for this, ignore this mail.",
        ),
        "el": (
            "Επιβεβαίωσε τη νέα διεύθυνση e-mail",
            "αυτή η διεύθυνση θα γίνει η διεύθυνση του λογαριασμού σου. Επιβεβαίωσέ την:\n{link}\n\nΟ σύνδεσμος ισχύει "
            "24 ώρες. Αν δεν το ζήτησες, αγνόησε αυτό το μήνυμα.",
        ),
        "es": (
            "Confirma tu nueva dirección de correo",
            "esta dirección va a ser la de tu cuenta. Confírmala:\n{link}\n\nEl enlace vale 24 horas. Si no lo has "
            "pedido, ignora este mensaje.",
        ),
    },
    "changed": {
        "en": (
            "Your e-mail address was changed",
            "your account has another e-mail address now. If that was not you, write to the operator at once.",
        ),
        "el": (
            "Η διεύθυνση e-mail άλλαξε",
            "ο λογαριασμός σου έχει τώρα άλλη διεύθυνση e-mail. Αν δεν το έκανες εσύ, γράψε αμέσως στον διαχειριστή.",
        ),
        "es": (
            "Tu dirección de correo ha cambiado",
            "tu cuenta tiene ahora otra dirección de correo. Si no has sido tú, escribe enseguida al operador.",
        ),
    },
    "password": {
        "en": (
            "Set a new password",
            "set a new password here:\n{link}\n\nThe link holds for one hour and works once. If you have not asked for "
            "it, ignore this mail: your password stays as it is.",
        ),
        "el": (
            "Όρισε νέο κωδικό",
            "όρισε εδώ νέο κωδικό:\n{link}\n\nΟ σύνδεσμος ισχύει μία ώρα και για μία φορά. Αν δεν τον ζήτησες, αγνόησε "
            "αυτό το μήνυμα: ο κωδικός σου μένει όπως είναι.",
        ),
        "es": (
            "Elige una contraseña nueva",
            "elige aquí una contraseña nueva:\n{link}\n\nEl enlace vale una hora y una sola vez. Si no lo has pedido, "
            "ignora este mensaje: tu contraseña sigue igual.",
        ),
    },
    "password_changed": {
        "en": (
            "Your password was changed",
            "the password of your account was changed, and all sessions have ended. If that was not you, set a new one "
            "by “Forgotten password” at once.",
        ),
        "el": (
            "Ο κωδικός σου άλλαξε",
            "ο κωδικός του λογαριασμού σου άλλαξε και όλες οι συνδέσεις έκλεισαν. Αν δεν το έκανες εσύ, όρισε αμέσως "
            "νέο από το «Ξέχασα τον κωδικό».",
        ),
        "es": (
            "Tu contraseña ha cambiado",
            "la contraseña de tu cuenta ha cambiado y todas las sesiones se han cerrado. Si no has sido tú, elige otra "
            "enseguida con «He olvidado la contraseña».",
        ),
    },
    "new_device": {
        "en": (
            "A new device has logged in",
            "on {at} (UTC) somebody logged in to your account on a device that it was never used on, from the network "
            "{network}. If that was you, there is nothing to do. If not, change your password and end all sessions.",
        ),
        "el": (
            "Σύνδεση από νέα συσκευή",
            "στις {at} (UTC) κάποιος συνδέθηκε στον λογαριασμό σου από συσκευή που δεν είχε χρησιμοποιηθεί ποτέ, από "
            "το δίκτυο {network}. Αν ήσουν εσύ, δεν χρειάζεται τίποτα. Αν όχι, άλλαξε τον κωδικό και κλείσε όλες τις "
            "συνδέσεις.",
        ),
        "es": (
            "Un dispositivo nuevo ha entrado",
            "el {at} (UTC) alguien entró en tu cuenta desde un dispositivo que nunca se había usado, desde la red "
            "{network}. Si has sido tú, no hay nada que hacer. Si no, cambia la contraseña y cierra todas "
            "las sesiones.",
        ),
    },
    "second_factor": {
        "en": (
            "Second factor changed",
            "the second factor of your account was switched on or off. If that was not you, change your password at "
            "once.",
        ),
        "el": (
            "Ο δεύτερος παράγοντας άλλαξε",
            "ο δεύτερος παράγοντας του λογαριασμού σου ενεργοποιήθηκε ή απενεργοποιήθηκε. Αν δεν το έκανες εσύ, άλλαξε "
            "αμέσως τον κωδικό.",
        ),
        "es": (
            "El segundo factor ha cambiado",
            "el segundo factor de tu cuenta se ha activado o desactivado. Si no has sido tú, cambia enseguida la "
            "contraseña.",
        ),
    },
}
