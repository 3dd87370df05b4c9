// Every sentence of the client, in every language. What a game says comes from the server.

import type { Lang, LuckUnit } from "./game/types";
import { FLOW } from "./texts-flow";
import { typeset } from "./typeset";

const TABLE = {
  "app.title": ["grognard", "grognard"],
  "app.tagline": ["Historical wargames by their real rules", "Des wargames historiques, règles à l'appui"],
  "app.language": ["Français", "English"],
  "app.loading": ["Unfolding the map ...", "On déplie la carte ..."],
  "app.failed": ["The server cannot be reached.", "Le serveur ne répond pas."],
  "app.retry": ["Try again", "Réessayer"],
  "app.says": [": ", " : "],
  "app.and": ["; ", " ; "],
  "app.close": ["Close", "Fermer"],
  "app.home": ["All games", "Toutes les parties"],

  "home.new": ["New game", "Nouvelle partie"],
  "home.game": ["Game", "Jeu"],
  "home.scenario": ["Scenario", "Scénario"],
  "home.side": ["You play", "Vous jouez"],
  "home.opponent": ["Opponent", "Adversaire"],
  "home.bot": ["Computer: {level}", "Ordinateur : {level}"],
  "home.friend": ["A friend far away (by link)", "Un ami à distance (par lien)"],
  "home.hotseat": ["A friend at this screen", "Un ami devant cet écran"],
  "home.watch": ["Computer against computer", "Ordinateur contre ordinateur"],
  "home.level": ["Level", "Niveau"],
  "piece.hq": ["HQ", "QG"],
  "home.name": ["Your name (optional)", "Votre nom (facultatif)"],
  "home.reconstructed": ["reconstructed", "reconstitué"],
  "home.setup": ["Set-up", "Déploiement"],
  "home.options": ["Readings of open rules", "Points de règle à trancher"],
  "home.start": ["Start", "Commencer"],
  "home.starting": ["Setting out the counters ...", "On pose les pions ..."],
  "home.mine": ["Your games on this device", "Vos parties sur cet appareil"],
  "home.forget": ["Forget this game", "Oublier cette partie"],
  "home.choose": ["Choose a file", "Choisir un fichier"],
  "home.upload": ["Go on from a saved game (text file)", "Reprendre une partie enregistrée (fichier texte)"],
  "home.links": ["Your table is ready", "Votre table est prête"],
  "home.invite": ["Send this link to your friend. It gives the {side} seat to whoever opens it first, once.", "Envoyez ce lien à votre ami. Il donne le camp {side} à qui l'ouvre le premier, une seule fois."],
  "home.spectate": ["Link for spectators", "Lien pour les spectateurs"],
  "home.copy": ["Copy", "Copier"],
  "home.copied": ["Copied", "Copié"],
  "home.enter": ["Enter the game", "Entrer dans la partie"],
  "home.hints": ["The computer gives hints", "L'ordinateur conseille"],
  "home.guide": ["Show me around on my first turn", "Guidez-moi pendant mon premier tour"],
  "home.qr": ["The invitation as a QR code", "L'invitation en code QR"],

  "line.lost": ["Connection lost; trying again ...", "Connexion perdue ; nouvelle tentative ..."],
  "join.title": ["You are invited to a game", "Vous êtes invité à une partie"],
  "join.words": ["The seat becomes yours on this device, and the invitation is used up.", "Le camp devient le vôtre sur cet appareil, et l'invitation est consommée."],
  "join.mine": ["You sit at this table already. This link is for your opponent: if you take the seat, it is lost to them.", "Vous êtes déjà à cette table. Ce lien est pour votre adversaire : si vous prenez le camp, il le perd."],
  "join.take": ["Take the seat", "Prendre le camp"],
  "join.watch": ["Only watch", "Regarder seulement"],
  "seats.title": ["Seats and links", "Camps et liens"],
  "seats.bot": ["played by the computer", "joué par l'ordinateur"],
  "seats.maker": ["held by whoever made the table", "tenu par qui a créé la table"],
  "seats.guest": ["taken by a guest", "pris par un invité"],
  "seats.open": ["waits for a guest", "attend un invité"],
  "seats.renewals": ["new link given {times}×", "lien renouvelé {times}×"],
  "seats.renew": ["New link for my seat", "Nouveau lien pour mon camp"],
  "seats.invite": ["New invitation", "Nouvelle invitation"],
  "seats.sure": ["Sure? The old link stops working", "Vraiment ? L'ancien lien ne marchera plus"],
  "seats.note": ["A seat opens on the device that took it. A new link closes every other device; a new invitation takes the seat from the guest. Everybody sees how often that was done.", "Un camp s'ouvre sur l'appareil qui l'a pris. Un nouveau lien déconnecte tous les autres appareils ; une nouvelle invitation retire le camp à l'invité. Tout le monde voit combien de fois cela s'est fait."],
  "line.4401": ["This link opens no seat of this table, or not any more.", "Ce lien n'ouvre aucun camp de cette table, ou n'en ouvre plus."],
  "line.4404": ["There is no such table.", "Cette table n'existe pas."],
  "line.other": ["The connection was refused.", "La connexion a été refusée."],
  "seat.chance": ["The dice roll", "Les dés roulent"],
  "seat.thinking": ["{side}: thinking ...", "{side} : réflexion ..."],
  "seat.waiting": ["Waiting for: {side}", "On attend : {side}"],
  "seat.away": ["away", "absent"],
  "seat.open": ["invited", "invité"],
  "seat.pass": ["The screen goes to: {side}", "L'écran passe à : {side}"],
  "seat.pass.hint": ["Hidden stacks stay hidden until then.", "Les piles cachées le restent jusque-là."],
  "seat.pass.go": ["Here I am: show the map", "Me voici : montrez la carte"],

  "ask.rule": ["rule {rule}", "règle {rule}"],
  "ask.undo": ["Undo", "Annuler"],
  "ask.list": ["All answers ({count})", "Toutes les réponses ({count})"],
  "ask.over": ["The game is over", "La partie est terminée"],
  "ask.won": ["Victory: {side}", "Victoire : {side}"],
  "ask.draw": ["A draw", "Match nul"],
  "hint.title": ["Hint", "Conseil"],
  "hint.ask": ["Hint", "Conseil"],
  "hint.busy": ["Thinking ...", "Réflexion ..."],
  "hint.level": ["Who gives the hint", "Qui conseille"],
  "hint.would": ["{level} would play:", "{level} jouerait :"],
  "hint.points": ["Weighed, in points:", "Évaluation, en points :"],
  "hint.chance": ["Weighed, by the chance of winning:", "Évaluation, selon les chances de victoire :"],
  "hint.odds": ["Weighed, by the odds:", "Évaluation, selon le rapport de forces :"],
  "hint.chosen": ["(chosen)", "(choisi)"],
  "hint.more": ["{count} more", "{count} de plus"],
  "hint.nothing": ["No candidates were weighed: this is habit.", "Aucune possibilité n'a été évaluée : c'est le coup habituel."],
  "end.segment": ["End this segment?", "Terminer ce segment ?"],
  "end.turn": ["End this turn?", "Terminer ce tour ?"],
  "end.back": ["Go on playing", "Continuer à jouer"],
  "end.yes": ["End it", "Terminer"],
  "end.never": ["Do not ask any more", "Ne plus demander"],
  "settings.title": ["Settings", "Réglages"],
  "settings.theme": ["Colours", "Couleurs"],
  "settings.theme.system": ["as the system asks", "selon le système"],
  "panel.width": ["Width of the panel", "Largeur du panneau"],
  "panel.fold": ["Fold the panel away", "Replier le panneau"],
  "panel.unfold": ["Show the panel", "Afficher le panneau"],
  "flag.nobody": ["nobody holds it", "personne ne le tient"],
  "settings.asks": ["Ask before ending with things left to do", "Demander avant de terminer s'il reste à faire"],
  "settings.speed": ["The other side plays", "L'autre camp joue"],
  "speed.slow": ["slowly", "lentement"],
  "speed.normal": ["at normal speed", "à vitesse normale"],
  "speed.fast": ["fast", "vite"],
  "speed.once": ["at once", "d'un coup"],
  "follow.title": ["The other side's turn", "Le tour de l'autre camp"],
  "follow.step": ["One thing at a time", "Pas à pas"],
  "follow.skip": ["To the end", "Jusqu'à la fin"],
  "recap.title": ["Since your last answer:", "Depuis votre dernière réponse :"],
  "warn.again": ["Touch the hex again to go there all the same.", "Touchez encore l'hex. pour y aller quand même."],
  "why.title": ["Not possible", "Impossible"],
  "why.none": ["Nothing to do here now.", "Rien à faire ici pour l'instant."],

  "panel.log": ["Log", "Journal"],
  "panel.forces": ["Forces", "Forces"],
  "panel.rules": ["Rules", "Règles"],
  "panel.stack": ["Hex", "Hex."],
  "panel.more": ["More", "Plus"],

  "log.earlier": ["{lines} earlier {lines:line|lines} ...", "{lines} {lines:ligne plus ancienne|lignes plus anciennes} ..."],
  "log.search": ["Find in the log", "Chercher dans le journal"],
  "log.show": ["Show that moment", "Montrer ce moment"],

  "forces.turn": ["Turn {turn} of {turns}", "Tour {turn} sur {turns}"],
  "forces.turnOnly": ["Turn {turn}", "Tour {turn}"],
  "forces.victory": ["Victory", "Victoire"],
  "victory.now.yes": ["As things stand, the winner: {side}.", "En l'état, vainqueur : {side}."],
  "victory.now.level": ["As things stand: {level}.", "En l'état : {level}."],
  "victory.now.no": ["As things stand: nobody wins.", "En l'état : pas de vainqueur."],

  "hex.empty": ["No counters here.", "Aucun pion ici."],
  "hex.hidden": ["{count} face down", "{count} {count:pion|pions} face cachée"],
  "hex.none": ["Point at a hex to read it.", "Montrez un hex. pour le lire."],
  "hex.steps": ["{steps} of {all} steps", "{steps} pas sur {all}"],


  "overlay.title": ["Overlays", "Calques"],
  "overlay.both": ["both", "les deux"],
  "overlay.none": ["None", "Aucun"],
  "overlay.numbers": ["Hex numbers and names", "Numéros et noms"],
  "overlay.counters": ["Counters", "Pions"],

  "map.label": ["Map of {title}. Arrow keys move the cursor, Enter chooses, N goes to the next answer.", "Carte de {title}. Les flèches déplacent le curseur, Entrée choisit, N va à la réponse suivante."],
  "map.none": ["This game prints no map. Its questions and answers stand beside.", "Ce jeu n'imprime pas de carte. Ses questions et ses réponses sont à côté."],
  "map.sources": ["Sources", "Sources"],
  "map.fit": ["Whole map", "Toute la carte"],
  "map.in": ["Zoom in", "Agrandir"],
  "map.out": ["Zoom out", "Réduire"],
  "map.mini": ["Overview of the map", "Vue d'ensemble de la carte"],
  "map.legend": ["Key", "Légende"],
  "map.cursor": ["{hex}. {ground}. {stack}", "{hex}. {ground}. {stack}"],
  "map.choice": ["can be chosen", "peut être choisi"],

  "ground.height": ["dominant height {height}", "hauteur dominante {height}"],
  "value.attack": ["attack", "attaque"],
  "value.defence": ["defence", "défense"],
  "value.movement": ["movement", "mouvement"],
  "value.support": ["support", "soutien"],
  "value.range": ["range", "portée"],
  "value.points": ["SP", "PE"],
  "value.quality": ["quality", "qualité"],
  "value.morale": ["morale", "moral"],
  "value.bonus": ["bonus", "bonus"],
  "value.stacking": ["stacking", "empilement"],
  "value.command": ["command", "commandement"],
  "value.radius": ["radius", "rayon"],
  "value.recovery": ["recovery", "récupération"],
  "ground.source": ["supply source: {side}", "source de ravitaillement : {side}"],

  "battle.title": ["Attack on {hex}", "Attaque sur {hex}"],
  "battle.attack": ["Attack", "Attaque"],
  "battle.defence": ["Defence", "Défense"],
  "battle.ratio": ["Ratio", "Rapport"],
  "battle.column": ["Column", "Colonne"],
  "battle.die": ["Die", "Dé"],
  "battle.chances": ["Results, attacker/defender", "Résultats, attaquant/défenseur"],
  "battle.committed": ["Committed in secret", "Engagé en secret"],
  "battle.fought": ["Fought: {hex}", "Combat : {hex}"],
  "battle.lines": ["Every line", "Ligne par ligne"],
  "battle.sum": ["Sum", "Somme"],
  "battle.thrown": ["Thrown {dice}, read as", "Jet {dice}, lu"],
  "battle.end": ["To the end of the combat:", "Jusqu'à la fin du combat :"],
  "battle.would": ["What would it change?", "Qu'y gagnerait-on ?"],
  "battle.margin": ["steps", "pas"],
  "battle.margin.long": ["Steps that the defender loses less those the attacker loses, against now", "Pas perdus par le défenseur moins ceux de l'attaquant, par rapport à maintenant"],
  "battle.taken": ["hex taken", "hex. pris"],

  "dice.thrown": ["Die: {die}", "Dé : {die}"],

  "rules.search": ["Search the rules", "Chercher dans les règles"],
  "rules.rulings": ["Rulings", "Décisions"],
  "rules.none": ["Nothing found.", "Rien trouvé."],
  "rules.option": ["Option: {option}", "Option : {option}"],

  "replay.title": ["Replay", "Relecture"],
  "replay.open": ["Replay the game", "Revoir la partie"],
  "replay.leave": ["Back to the game", "Retour au jeu"],
  "replay.play": ["Play", "Lecture"],
  "replay.pause": ["Pause", "Pause"],
  "replay.speed": ["Speed", "Vitesse"],
  "replay.frame": ["Moment {frame} of {total}", "Moment {frame} sur {total}"],
  "replay.bookmark": ["Bookmark", "Signet"],
  "replay.note": ["Note on this moment", "Note sur ce moment"],
  "replay.add": ["Add", "Ajouter"],
  "replay.drop": ["Remove", "Retirer"],
  "replay.download": ["Download the game (text)", "Télécharger la partie (texte)"],
  "replay.record": ["Download my record so far (text)", "Télécharger ma feuille de partie (texte)"],

  "luck.title": ["Luck report", "Bilan de chance"],
  "luck.none": ["No combat yet.", "Aucun combat pour l'instant."],
  "luck.combat": ["Combat", "Combat"],
  "luck.result": ["Result", "Résultat"],
  "luck.chance": ["Chance", "Probabilité"],
  "luck.asgood": ["As good or better", "Aussi bon ou mieux"],
  "luck.expected": ["Expected, on average", "Attendu, en moyenne"],
  "luck.actual": ["Came", "Obtenu"],
  "luck.margin": ["Difference", "Écart"],
  "luck.side": ["{side}: luck {luck} over {combats} {combats:combat|combats}, {margin} against what was to be expected", "{side} : chance {luck} sur {combats} {combats:combat|combats}, {margin} par rapport à ce qui était à prévoir"],

  "help.title": ["Keys", "Touches"],
  "help.arrows": ["move the cursor from hex to hex", "déplacer le curseur d'hex. en hex."],
  "help.enter": ["choose what is under the cursor", "choisir ce qui est sous le curseur"],
  "help.next": ["next and previous possible answer", "réponse possible suivante, précédente"],
  "help.space": ["done (the main button)", "terminé (le bouton principal)"],
  "help.esc": ["close what is open", "fermer ce qui est ouvert"],
  "help.undo": ["take back the last answer, until dice fall or something is shown", "reprendre la dernière réponse, tant qu'aucun dé n'est jeté et rien révélé"],
  "help.numbers": ["the numbered buttons", "les boutons numérotés"],
  "help.fan": ["spread the stack", "étaler la pile"],
  "help.overlay": ["overlays, in the order of the buttons", "calques, dans l'ordre des boutons"],
  "help.zoom": ["zoom in, out, whole map", "agrandir, réduire, toute la carte"],
  "help.panels": ["log, forces, rules", "journal, forces, règles"],
  "help.hint": ["a hint, where the table gives them", "un conseil, si la table en donne"],
  "help.help": ["this help", "cette aide"],

  "guide.title": ["Your first turn", "Votre premier tour"],
  "guide.next": ["Next", "Suite"],
  "guide.end": ["I will manage", "Je me débrouille"],
  "guide.1": ["This is the battlefield; each side has counters of its own colours. Zoom with the wheel or two fingers, drag to move; the button ⤢ shows it all.", "Voici le champ de bataille ; chaque camp a des pions à ses couleurs. Molette ou deux doigts pour agrandir, glissez pour bouger ; le bouton ⤢ montre toute la carte."],
  "guide.2": ["A counter shows its NATO symbol, its size above it, and its values below. Point at it or touch it: the Hex panel names every value. The band is its formation.", "Un pion montre son symbole OTAN, sa taille au-dessus et ses valeurs en dessous. Montrez-le ou touchez-le : l'onglet Hex. nomme chaque valeur. La bande est sa formation."],
  "guide.3": ["What is asked of you always stands in words beside the map. Whatever glows can be clicked. Nothing else is needed: the program offers only what the rules allow.", "Ce qu'on vous demande est toujours écrit à côté de la carte. Ce qui brille se clique. Rien d'autre à savoir : seul ce que les règles permettent est proposé."],
  "guide.4": ["Click something that does not glow and you are told why not, with the number of the rule. Click that number to read the rule.", "Cliquez ce qui ne brille pas : on vous dit pourquoi, avec le numéro de la règle. Cliquez ce numéro pour la lire."],
  "guide.5": ["When you choose a unit to move, the figures on the map are the movement points it costs to get there. U takes your last choice back, until dice fall or the other side sees something.", "Quand vous choisissez une unité, les chiffres sur la carte sont les points de mouvement nécessaires. U reprend votre dernier choix, tant qu'aucun dé n'est jeté et rien révélé."],
  "guide.6": ["In the combat segment choose an enemy hex, then the units that attack it. The panel adds up the odds as you go. When nothing more is to be done, press Space.", "Au segment de combat, choisissez un hex. ennemi, puis les unités qui l'attaquent. Le panneau calcule les chances au fur et à mesure. Quand il n'y a plus rien à faire : Espace."],
  "guide.open": ["Show me around", "Guidez-moi"],
  ...FLOW,
} satisfies Record<string, [string, string]>;

export type TextKey = keyof typeof TABLE;

export function say(lang: Lang, key: TextKey, facts: Record<string, string | number> = {}): string {
  return typeset(fill(lang, TABLE[key][lang === "fr" ? 1 : 0] as string, facts));
}

/** Fill in the facts of a sentence, with the forms that go with numbers: `{n} {n:step|steps}`. */
export function fill(lang: Lang, sentence: string, facts: Record<string, string | number>): string {
  return sentence
    .replace(/\{(\w+):([^|}]*)\|([^}]*)\}/g, (_, name: string, one: string, many: string) => (isOne(lang, Number(facts[name])) ? one : many))
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole).replace(/^-(?=\d)/, "−"));
}

/** So much luck in words, with its unit: `−1.5 steps`. */
export function amount(lang: Lang, unit: LuckUnit, number: number, shown: string): string {
  return typeset(fill(lang, unit.text, { number, shown }));
}

/** Whether a number goes with the singular: in French 0 does too. */
const isOne = (lang: Lang, number: number) => (lang === "fr" ? Math.abs(number) < 2 : Math.abs(number) === 1);

export function known(key: string): key is TextKey {
  return key in TABLE;
}

export const KEYS = Object.keys(TABLE) as TextKey[];

export function sentences(key: TextKey): readonly [string, string] {
  return TABLE[key] as [string, string];
}
