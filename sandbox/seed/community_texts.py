"""Presentations of the communities of the demo data, one per kind; the quotes and spaces are the printed ones."""

TEXTS = {
    "town": (
        "<h2>Bienvenue chez les {name}</h2><p>{description}</p>"
        "<p>À <strong>{town}</strong> et autour, une voiture transporte en moyenne 1,1 personne le matin. "
        "À deux, on divise la note par deux ; à quatre, on retrouve une place assise et de la conversation.</p>"
        "<ul><li>Des trajets réguliers du lundi au vendredi</li>"
        "<li>Des allers simples de dernière minute</li>"
        "<li>Une rencontre chaque trimestre, avec un café offert</li></ul>"
        "<p>Une question ? Écrivez au référent : il répond dans la journée, sauf le dimanche.</p>"
    ),
    "work": (
        "<h2>Venir au travail ensemble</h2><p>{description}</p>"
        "<p>Le parking de {town} déborde dès 8 h. Des places sont <strong>réservées aux covoitureurs</strong> "
        "devant l’entrée principale : affichez votre carte sur le tableau de bord.</p>"
        "<ol><li>Déclarez vos jours et vos horaires</li>"
        "<li>Prenez contact avec un collègue qui habite près de vous</li>"
        "<li>Essayez une semaine, sans engagement</li></ol>"
        "<p>En cas d’imprévu, le retour en taxi est pris en charge deux fois par an "
        "(<em>sur présentation d’un justificatif</em>).</p>"
    ),
    "country": (
        "<h2>{name}</h2><p>{description}</p>"
        "<p>Ici, on connaît déjà la voiture du voisin ; il reste à monter dedans. Les arrêts sont signalés par un "
        "panneau et éclairés la nuit, et chaque membre a montré sa pièce d’identité.</p>"
        "<blockquote><p>« Depuis que je conduis Odette au marché, je ne rate plus celui du jeudi. »</p></blockquote>"
        "<p>Le transport est gratuit ou contre une participation aux frais, à convenir avant de partir.</p>"
    ),
    "campus": (
        "<h2>Étudier, chercher, covoiturer</h2><p>{description}</p>"
        "<p>Les emplois du temps changent chaque semestre : mettez vos annonces à jour en septembre et en janvier. "
        "Une adresse électronique de l’établissement suffit pour entrer.</p>"
        "<ul><li>Les départs de {town} après les cours du soir</li><li>Les retours du week-end</li>"
        "<li>Les jours de grève ou de neige</li></ul>"
    ),
    "school": (
        "<h2>À tour de rôle</h2><p>{description}</p>"
        "<p>Pour la tranquillité de tous, chaque demande est lue par un parent de la communauté avant d’être acceptée. "
        "Pensez au rehausseur, à l’heure de sortie et au goûter.</p>"
        "<p>Les trajets sont <strong>toujours gratuits</strong> entre familles de {town}.</p>"
    ),
    "event": (
        "<h2>On y va ensemble ?</h2><p>{description}</p>"
        "<p>Un parking est réservé aux voitures de trois personnes et plus, au plus près de l’entrée. "
        "Convenez à l’avance de l’heure du retour et de qui ne boit pas.</p>"
        "<ul><li>Proposez votre trajet une semaine avant</li><li>Prévenez si vous avez du retard</li>"
        "<li>Ramenez vos déchets, et vos amis</li></ul>"
    ),
}
