"""English is written where it is said; French stands here, by the English it renders."""

from __future__ import annotations

import os

LANGUAGES = ("en", "fr")


def language_of_locale() -> str:
    """Return "fr" under a French locale, "en" under any other."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].startswith("fr") else "en"
    return "en"


class Speaker:
    """Says a text in its language, with facts filled in.

    >>> Speaker("fr")("the next column needs an attack of {needed}", needed=40)
    'la colonne suivante demande une attaque de 40'
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, text: str, **facts: object) -> str:
        """Return the text; one that French lacks is said in English."""
        said = FRENCH.get(text, text) if self.language == "fr" else text
        return said.format(**facts) if facts else said


FRENCH = {
    # tables
    "rule": "règle",
    "what": "quoi",
    "figure": "chiffre",
    "all modifiers": "tous les modificateurs",
    "chance": "chance",
    "summary": "résumé",
    "column": "colonne",
    "dice": "dés",
    "die": "dé",
    "line": "ligne",
    "attacker": "attaquant",
    "defender": "défenseur",
    "choices": "choix",
    "value": "valeur",
    "steps": "pas",
    "hex": "hexagone",
    "margin": "marge",
    "weights": "poids donnés",
    "success": "réussite",
    "surrender": "reddition",
    # Petrograd
    "attack : defence": "attaque : défense",
    "dominant quality": "qualité dominante",
    "dominant morale": "moral dominant",
    "rows to read": "lignes à lire",
    "mandatory loss of each side, 4 PE or more on both": (
        "perte obligatoire de chaque camp, 4 PE ou plus des deux côtés"
    ),
    "ratio of attack to defence": "rapport de l'attaque à la défense",
    "difference of dominant qualities": "écart des qualités dominantes",
    "support fire, air included": "feux de soutien, aériens compris",
    "tank and armoured-car counters": "pions de chars et d'automobiles blindées",
    "a tank attacks": "un char attaque",
    "aircraft support the attack": "l'aviation soutient l'attaque",
    "night attack of the Northwestern Army": "attaque de nuit de l'armée du Nord-Ouest",
    "special bonus of the headquarters": "bonus spécial du QG",
    "the defender is encircled": "le défenseur est encerclé",
    "good cavalry in clear terrain": "bonne cavalerie en terrain clair",
    "terrain and entrenchments": "terrain et retranchements",
    "† damaged print, restored from the neighbouring cells": (
        "† impression lacunaire, restituée d'après les cases voisines"
    ),
    "attack for the next ratio": "attaque pour le rapport suivant",
    "support": "soutien",
    "tank": "char",
    "aircraft": "avion",
    "the attacker wins": "l'attaquant gagne",
    "the defender wins": "le défenseur gagne",
    "nobody wins": "personne ne gagne",
    "the hex is taken": "l'hexagone est pris",
    "the attacker's hex is lost": "l'hexagone de l'attaquant est perdu",
    "the defender is pushed back": "le défenseur recule",
    "the attacker is pushed back": "l'attaquant recule",
    "the defender is eliminated": "le défenseur est éliminé",
    "the attacker is eliminated": "l'attaquant est éliminé",
    "steps the defender loses, mean": "pas perdus par le défenseur, en moyenne",
    "steps the attacker loses, mean": "pas perdus par l'attaquant, en moyenne",
    # Bautzen
    "ratio": "rapport",
    "on the die": "sur le dé",
    "columns given": "colonnes données",
    "column {name}": "colonne {name}",
    "nothing": "rien",
    "the defender loses a step or gives ground": "le défenseur perd un pas ou cède du terrain",
    "steps of the defender's result, mean": "pas du résultat du défenseur, en moyenne",
    "units the attacker loses, mean": "unités perdues par l'attaquant, en moyenne",
    "units the defender loses, mean": "unités perdues par le défenseur, en moyenne",
    "BZ-8.2.1: value {low} to {high} over {number} cases; best reply: {safest}": (
        "BZ-8.2.1 : valeur de {low} à {high} sur {number} cas ; meilleure réponse : {safest}"
    ),
    "BZ-8.5.3: the hex is taken, attack by attack: {shown}": (
        "BZ-8.5.3 : l'hexagone est pris, attaque après attaque : {shown}"
    ),
    "BZ-10.3: over all {stacks} sets of counters that may be the {hidden} hidden ones": (
        "BZ-10.3 : sur les {stacks} ensembles de pions qui peuvent être les {hidden} cachés"
    ),
    "BZ-10.3: hidden counters elsewhere are taken to be in nobody's way": (
        "BZ-10.3 : les pions cachés ailleurs sont censés ne gêner personne"
    ),
    # East Front
    "Overrun": "Débordement",
    "odds": "rapport de force",
    "least odds": "rapport minimal",
    "the overrun succeeds": "le débordement réussit",
    "all {times} overruns succeed": "les {times} débordements réussissent",
    "the next odds modifier needs an attack of {needed}": (
        "le modificateur de rapport suivant demande une attaque de {needed}"
    ),
    "overrun marker": "marqueur de débordement",
    "all cavalry, headquarters or artillery": "rien que cavalerie, QG ou artillerie",
    "defence of 4 or more": "défense de 4 ou plus",
    "river": "rivière",
    "fortified line": "ligne fortifiée",
    "hill": "colline",
    "marsh": "marais",
    "forest": "forêt",
    "city": "ville",
    "major city": "ville principale",
    "fortified point": "point fortifié",
    "kept within 3": "limité à 3",
    "succeeds: the defenders lose a step and retreat 2 hexes": (
        "réussi : les défenseurs perdent un pas et reculent de 2 hexagones"
    ),
    "succeeds: the defenders retreat 2 hexes": "réussi : les défenseurs reculent de 2 hexagones",
    "fails: the stack stops": "échec : la pile s'arrête",
    "fails: the stack stops and loses a step": "échec : la pile s'arrête et perd un pas",
    "Retreat through an enemy zone of control": "Retraite à travers une zone de contrôle ennemie",
    "the stack retreats": "la pile se retire",
    "the stack is eliminated": "la pile est éliminée",
    "eliminated: two vacant enemy-zone hexes running": (
        "éliminée : deux hexagones vides de suite en zone ennemie"
    ),
    "eliminated: no zone is crossed in an additional retreat": (
        "éliminée : une retraite supplémentaire ne traverse aucune zone"
    ),
    "eliminated: crossing costs the last step": "éliminée : la traversée coûte le dernier pas",
    "all units German": "toutes les unités allemandes",
    "the hex is forest": "l'hexagone est en forêt",
    "artillery among them": "artillerie parmi elles",
    "EF-16.6.6e: steps saved with the artillery {keep}, without it {eliminate}: {chosen}": (
        "EF-16.6.6e : pas sauvés avec l'artillerie {keep}, sans elle {eliminate} : {chosen}"
    ),
    "keep it": "la garder",
    "eliminate it": "l'éliminer",
    "Soviet surrender": "Reddition soviétique",
    "the hex surrenders": "l'hexagone se rend",
    "no effect": "aucun effet",
    "operational headquarters in command radius": "QG opérationnel à portée de commandement",
    "NKVD or Guards": "NKVD ou Garde",
    "city, major city or fortification": "ville, ville principale ou fortification",
    "emergency supply": "ravitaillement d'urgence",
    "out of supply": "non ravitaillé",
    "militia only": "milice seule",
    "coastal artillery only": "artillerie côtière seule",
    "Declared attack": "Attaque déclarée",
    "attack factors, after halving": "facteurs d'attaque, après division",
    "artillery of the attack": "artillerie de l'attaque",
    "artillery of the defence": "artillerie de la défense",
    "the combat results table is a reconstruction, not the published one": (
        "la table de combat est une reconstitution, non celle qui fut publiée"
    ),
    "the next column needs an attack of {needed}": (
        "la colonne suivante demande une attaque de {needed}"
    ),
    "best order of the defender": "meilleur ordre du défenseur",
    "the defender leaves the hex": "le défenseur quitte l'hexagone",
    "the defender retreats": "le défenseur bat en retraite",
    "engineer": "génie",
    "combined arms": "armes combinées",
    "air support of the attack": "appui aérien de l'attaque",
    "air support of the defence": "appui aérien de la défense",
    "defender out of supply": "défenseur non ravitaillé",
    "all attackers across a river": "tous les attaquants à travers une rivière",
    "all attackers across a fortified line": "tous les attaquants à travers une ligne fortifiée",
    "town in mud or snow": "bourg dans la boue ou la neige",
    "no attack supply": "sans ravitaillement d'attaque",
    "order not to retreat": "ordre de ne pas reculer",
    "complete panzer and motorised divisions": "divisions de panzers et motorisées complètes",
    # prohibitions
    "an attack needs 1 factor or more, not {value}": (
        "une attaque demande au moins 1 facteur, non {value}"
    ),
    "a ratio needs a defence of 1 or more, not {value}": (
        "un rapport demande une défense d'au moins 1, non {value}"
    ),
    "give --attack and --defence, or --position": (
        "donnez --attack et --defence, ou bien --position"
    ),
    "an attack needs a hex: --target": "une attaque demande un hexagone : --target",
    "an attack needs a unit: --with": "une attaque demande une unité : --with",
    "the objective weights needs --weight NAME=N": "l'objectif weights demande --weight NOM=N",
    "there is nobody to attack in {hex}": "il n'y a personne à attaquer en {hex}",
    "there is no counter {unit} on the map": "il n'y a pas de pion {unit} sur la carte",
    "{unit} has attacked in this segment": "{unit} a déjà attaqué dans ce segment",
    "{unit} may not attack that hex": "{unit} ne peut attaquer cet hexagone",
    "{unit} attacks only beside another attacker": (
        "{unit} n'attaque qu'avec un autre attaquant de sa pile"
    ),
    "{unit} cannot support this combat": "{unit} ne peut soutenir ce combat",
    "{unit} cannot be seen": "{unit} ne se voit pas",
    "{number} supply columns are within reach, not {asked}": (
        "{number} colonnes logistiques sont à portée, non {asked}"
    ),
    "{number} aircraft are free, not {asked}": "{number} avions sont libres, non {asked}",
    "supply columns alone are thrown for, not fought": (
        "des colonnes logistiques seules se jouent au dé, sans combat"
    ),
    "a hex that may not be inspected has no sequence of attacks": (
        "un hexagone qui ne peut être inspecté n'a pas de suite d'attaques"
    ),
    "a ratio needs a value of 1 or more, not {value}": (
        "un rapport demande une valeur d'au moins 1, non {value}"
    ),
    "morale runs from 1 to 6, not {morale}": "le moral va de 1 à 6, non {morale}",
    "quality is 1 or more, not {quality}": "la qualité est d'au moins 1, non {quality}",
    "a side engages 1 PE or more, not {points}": "un camp engage au moins 1 PE, non {points}",
    "counters and support are not negative": "pions et soutien ne sont pas négatifs",
    "a side needs at least one unit": "un camp a au moins une unité",
    "a defensive value is not negative": "une valeur défensive n'est pas négative",
    "Trotsky attacks with the Red Army only": "Trotsky n'attaque qu'avec l'Armée rouge",
    "Trotsky does not defend against the Red Army": "Trotsky ne défend pas contre l'Armée rouge",
    "the ratio needs --{amount} or --{side}s": "le rapport demande --{amount} ou --{side}s",
    "the row needs --{side}-morale or --{side}s": "la ligne demande --{side}-morale ou --{side}s",
    "odds need a defence of 1 or more, not {value}": (
        "un rapport demande une défense d'au moins 1, non {value}"
    ),
    "odds need an attack of 1 or more, not {value}": (
        "un rapport demande une attaque d'au moins 1, non {value}"
    ),
    "no overrun in mud or snow": "pas de débordement dans la boue ou la neige",
    "no overrun across a major river, sea or lake hexside": (
        "pas de débordement à travers une rivière principale, une mer ou un lac"
    ),
    "no overrun into mountain or alps": "pas de débordement en montagne",
    "no overrun into swamp but in frost": "pas de débordement en marécage, sauf par froid",
    "only motorised units and Soviet cavalry overrun": (
        "seules débordent les unités motorisées et la cavalerie soviétique"
    ),
    "no unit of the stack may be out of supply": (
        "aucune unité de la pile ne peut être non ravitaillée"
    ),
    "the stack must have begun the phase together": "la pile doit avoir commencé la phase réunie",
    "the stack stands in the zone of control of another enemy": (
        "la pile est dans la zone de contrôle d'un autre ennemi"
    ),
    "a city or fortification takes an engineer": "une ville ou une fortification demande le génie",
    "odds of {odds}-1 are below the least of {least}-1": (
        "un rapport de {odds}-1 est sous le minimum de {least}-1"
    ),
    "no vacant enemy-zone hex is crossed: no throw": (
        "aucun hexagone vide en zone ennemie n'est traversé : pas de jet"
    ),
    "steps of artillery are not negative": "les pas d'artillerie ne sont pas négatifs",
    "a stack without steps does not retreat": "une pile sans pas ne se retire pas",
    "there is no artillery to eliminate": "il n'y a pas d'artillerie à éliminer",
    "nothing but artillery retreats": "il ne se retire que de l'artillerie",
    "Axis units never surrender": "les unités de l'Axe ne se rendent jamais",
    "armoured trains and flotillas never surrender": (
        "trains blindés et flottilles ne se rendent jamais"
    ),
    "no Axis unit with a zone of control is adjacent": (
        "aucune unité de l'Axe ayant une zone de contrôle n'est adjacente"
    ),
    "the hex can trace to a friendly major city, port or source": (
        "l'hexagone est relié à une ville principale, un port ou une source amie"
    ),
    "a hex of coastal artillery only holds no NKVD or Guards": (
        "un hexagone de seule artillerie côtière n'a ni NKVD ni Garde"
    ),
    "support is not negative": "le soutien n'est pas négatif",
    "at most {most} artillery units support": "au plus {most} unités d'artillerie soutiennent",
    "an attack is declared at 1-4 or better": "une attaque se déclare à 1-4 ou mieux",
    "the parts of the attack are more than its {value}": (
        "les parts de l'attaque dépassent ses {value}"
    ),
    "the best order needs --attacker-steps and --defender-steps": (
        "le meilleur ordre demande --attacker-steps et --defender-steps"
    ),
}
"""French by English; the figures in braces are the same."""
