// Every sentence of the client, in every language. What a game says comes from the server.

import type { Lang } from "./game/types";

const TABLE = {
  "app.title": ["grognard", "grognard"],
  "app.tagline": ["Historical wargames by their real rules", "Des wargames historiques, règles à l'appui"],
  "app.language": ["Français", "English"],
  "app.skip": ["Skip to the map", "Aller à la carte"],
  "app.loading": ["Unfolding the map ...", "On déplie la carte ..."],
  "app.failed": ["The server cannot be reached.", "Le serveur ne répond pas."],
  "app.retry": ["Try again", "Réessayer"],
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
  "home.name": ["Your name (optional)", "Votre nom (facultatif)"],
  "home.reconstructed": ["reconstructed", "reconstitué"],
  "home.setup": ["Set-up", "Déploiement"],
  "home.options": ["Readings of open rules", "Lectures des règles ouvertes"],
  "home.start": ["Start", "Commencer"],
  "home.starting": ["Setting out the counters ...", "On pose les pions ..."],
  "home.mine": ["Your games on this device", "Vos parties sur cet appareil"],
  "home.forget": ["Forget this game", "Oublier cette partie"],
  "home.upload": ["Go on from a saved game (text file)", "Reprendre une partie enregistrée (fichier texte)"],
  "home.links": ["Your table is ready", "Votre table est prête"],
  "home.invite": ["Send this link to your friend. It opens the {side} seat: keep yours to yourself.", "Envoyez ce lien à votre ami. Il ouvre le camp {side} : gardez le vôtre pour vous."],
  "home.spectate": ["Link for spectators", "Lien pour les spectateurs"],
  "home.copy": ["Copy", "Copier"],
  "home.copied": ["Copied", "Copié"],
  "home.enter": ["Enter the game", "Entrer dans la partie"],
  "home.hints": ["The computer gives hints", "L'ordinateur conseille"],
  "home.guide": ["Show me around on my first turn", "Guidez-moi pendant mon premier tour"],
  "home.qr": ["The invitation as a QR code", "L'invitation en code QR"],

  "line.lost": ["Connection lost; trying again ...", "Connexion perdue ; nouvel essai ..."],
  "line.4401": ["This link opens no seat of this table.", "Ce lien n'ouvre aucun camp de cette table."],
  "line.4404": ["There is no such table.", "Cette table n'existe pas."],
  "line.other": ["The connection was refused.", "La connexion a été refusée."],
  "seat.spectator": ["You are watching", "Vous regardez"],
  "seat.you": ["You are {side}", "Vous êtes : {side}"],
  "seat.turn": ["{side} to answer", "Au camp {side}"],
  "seat.chance": ["The dice roll", "Les dés roulent"],
  "seat.thinking": ["{side} is thinking ...", "{side} réfléchit ..."],
  "seat.waiting": ["Waiting for {side}", "On attend : {side}"],
  "seat.away": ["away", "absent"],
  "seat.pass": ["Hand the screen to {side}", "Passez l'écran au camp {side}"],
  "seat.pass.hint": ["Hidden stacks stay hidden until then.", "Les piles cachées le restent jusque-là."],
  "seat.pass.go": ["I am {side}: show the map", "Je suis {side} : montrez la carte"],

  "ask.rule": ["rule {rule}", "règle {rule}"],
  "ask.undo": ["Undo", "Annuler"],
  "ask.list": ["All answers ({count})", "Toutes les réponses ({count})"],
  "ask.map": ["{count} on the map", "{count} sur la carte"],
  "ask.over": ["The game is over", "La partie est terminée"],
  "ask.won": ["{side} wins", "Victoire : {side}"],
  "ask.draw": ["A draw", "Match nul"],
  "hint.title": ["Hint", "Conseil"],
  "hint.ask": ["Hint", "Conseil"],
  "hint.busy": ["Thinking ...", "Réflexion ..."],
  "hint.level": ["Who gives the hint", "Qui conseille"],
  "hint.would": ["{level} would play:", "{level} jouerait :"],
  "hint.points": ["Weighed, in points:", "Pesé, en points :"],
  "hint.chance": ["Weighed, by the chance of winning:", "Pesé, selon les chances de gagner :"],
  "hint.odds": ["Weighed, by the odds:", "Pesé, selon le rapport de forces :"],
  "hint.chosen": ["(chosen)", "(choisi)"],
  "hint.more": ["{count} more", "{count} de plus"],
  "hint.nothing": ["No candidates were weighed: this is habit.", "Aucune possibilité n'a été pesée : c'est l'habitude."],
  "why.title": ["Not possible", "Impossible"],
  "why.none": ["Nothing to do here now.", "Rien à faire ici pour l'instant."],

  "panel.log": ["Log", "Journal"],
  "panel.forces": ["Forces", "Forces"],
  "panel.rules": ["Rules", "Règles"],
  "panel.stack": ["Hex", "Hex."],
  "panel.more": ["More", "Plus"],
  "panel.map": ["Map", "Carte"],

  "log.search": ["Find in the log", "Chercher dans le journal"],
  "log.show": ["Show that moment", "Montrer ce moment"],

  "forces.turn": ["Turn {turn} of {turns}", "Tour {turn} sur {turns}"],
  "forces.turnOnly": ["Turn {turn}", "Tour {turn}"],
  "forces.victory": ["Victory", "Victoire"],
  "victory.now.yes": ["As things stand: {side} wins.", "En l'état : victoire {side}."],
  "victory.now.no": ["As things stand: nobody wins.", "En l'état : pas de vainqueur."],

  "hex.ground": ["Ground", "Terrain"],
  "hex.empty": ["No counters here.", "Aucun pion ici."],
  "hex.hidden": ["{count} face down", "{count} face cachée"],
  "hex.none": ["Point at a hex to read it.", "Montrez un hex. pour le lire."],
  "hex.steps": ["{steps} of {all} steps", "{steps} pas sur {all}"],


  "overlay.title": ["Overlays", "Calques"],
  "overlay.both": ["both", "les deux"],
  "overlay.none": ["None", "Aucun"],
  "overlay.numbers": ["Hex numbers and names", "Numéros et noms"],
  "overlay.counters": ["Counters", "Pions"],

  "map.label": ["Map of {title}. Arrow keys move the cursor, Enter chooses, N goes to the next answer.", "Carte de {title}. Les flèches déplacent le curseur, Entrée choisit, N va à la réponse suivante."],
  "map.fit": ["Whole map", "Toute la carte"],
  "map.in": ["Zoom in", "Agrandir"],
  "map.out": ["Zoom out", "Réduire"],
  "map.mini": ["Overview of the map", "Vue d'ensemble de la carte"],
  "map.legend": ["Key", "Légende"],
  "map.cursor": ["{hex}. {ground}. {stack}", "{hex}. {ground}. {stack}"],
  "map.choice": ["can be chosen", "peut être choisi"],

  "ground.height": ["dominant height {height}", "hauteur dominante {height}"],
  "ground.source": ["supply source: {side}", "source de ravitaillement : {side}"],

  "battle.title": ["Attack on {hex}", "Attaque sur {hex}"],
  "battle.attack": ["Attack", "Attaque"],
  "battle.defence": ["Defence", "Défense"],
  "battle.ratio": ["Ratio", "Rapport"],
  "battle.column": ["Column", "Colonne"],
  "battle.die": ["Die", "Dé"],
  "battle.chances": ["Results, attacker/defender", "Résultats, attaquant/défenseur"],
  "battle.sum": ["Sum", "Somme"],
  "battle.thrown": ["Thrown {dice}, read as", "Jet {dice}, lu"],
  "battle.end": ["To the end of the combat:", "Jusqu'à la fin du combat :"],
  "battle.would": ["What would it change?", "Que changerait-il ?"],
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
  "replay.play": ["Play", "Lire"],
  "replay.pause": ["Pause", "Pause"],
  "replay.speed": ["Speed", "Vitesse"],
  "replay.frame": ["Moment {frame} of {total}", "Moment {frame} sur {total}"],
  "replay.bookmark": ["Bookmark", "Signet"],
  "replay.note": ["Note on this moment", "Note sur ce moment"],
  "replay.add": ["Add", "Ajouter"],
  "replay.drop": ["Remove", "Retirer"],
  "replay.download": ["Download the game (text)", "Télécharger la partie (texte)"],
  "replay.download.later": ["The whole game can be downloaded once it is over.", "La partie entière se télécharge une fois terminée."],

  "luck.title": ["Luck report", "Bilan de chance"],
  "luck.none": ["No combat yet.", "Aucun combat pour l'instant."],
  "luck.combat": ["Combat", "Combat"],
  "luck.result": ["Result", "Résultat"],
  "luck.chance": ["Chance", "Chance"],
  "luck.asgood": ["As good or better", "Aussi bon ou mieux"],
  "luck.side": ["{side}: luck {luck} over {combats} combats, {margin} steps against expectation", "{side} : chance {luck} sur {combats} combats, {margin} pas par rapport à l'attente"],

  "help.title": ["Keys", "Touches"],
  "help.arrows": ["move the cursor from hex to hex", "déplacer le curseur d'hex. en hex."],
  "help.enter": ["choose what is under the cursor", "choisir ce qui est sous le curseur"],
  "help.next": ["next and previous possible answer", "réponse possible suivante, précédente"],
  "help.space": ["done (the main button)", "terminé (le bouton principal)"],
  "help.esc": ["close, or undo", "fermer, ou annuler"],
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
  "guide.1": ["This is the whole battlefield; each side has counters of its own colours. Zoom with the wheel or two fingers, drag to move, press 0 to see it all.", "Voici tout le champ de bataille ; chaque camp a des pions à ses couleurs. Molette ou deux doigts pour agrandir, glissez pour bouger, 0 pour tout voir."],
  "guide.2": ["A counter shows its NATO symbol, its size above it, and its values below: attack, defence, movement. Headquarters and guns show (support), range, movement. The band is its formation.", "Un pion montre son symbole OTAN, sa taille au-dessus, ses valeurs en dessous : attaque, défense, mouvement. QG et artillerie : (soutien), portée, mouvement. La bande est sa formation."],
  "guide.3": ["What is asked of you always stands in words beside the map. Whatever glows can be clicked. Nothing else is needed: the program offers only what the rules allow.", "Ce qu'on vous demande est toujours écrit à côté de la carte. Ce qui brille se clique. Rien d'autre à savoir : seul ce que les règles permettent est proposé."],
  "guide.4": ["Click something that does not glow and you are told why not, with the number of the rule. Click that number to read the rule.", "Cliquez ce qui ne brille pas : on vous dit pourquoi, avec le numéro de la règle. Cliquez ce numéro pour la lire."],
  "guide.5": ["When you choose a unit to move, the figures on the map are the movement points it costs to get there. Esc takes your last choice back, until dice fall or the other side sees something.", "Quand vous choisissez une unité, les chiffres sur la carte sont les points de mouvement nécessaires. Échap reprend votre dernier choix, tant qu'aucun dé n'est jeté et rien révélé."],
  "guide.6": ["In the combat segment choose an enemy hex, then the units that attack it. The panel adds up the odds as you go. When nothing more is to be done, press Space.", "Au segment de combat, choisissez un hex. ennemi, puis les unités qui l'attaquent. Le panneau calcule les chances à mesure. Quand il n'y a plus rien à faire : Espace."],
  "guide.open": ["Show me around", "Guidez-moi"],
} satisfies Record<string, [string, string]>;

export type TextKey = keyof typeof TABLE;

export function say(lang: Lang, key: TextKey, facts: Record<string, string | number> = {}): string {
  const sentence = TABLE[key][lang === "fr" ? 1 : 0] as string;
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));
}

export function known(key: string): key is TextKey {
  return key in TABLE;
}

export const KEYS = Object.keys(TABLE) as TextKey[];

export function sentences(key: TextKey): readonly [string, string] {
  return TABLE[key] as [string, string];
}
