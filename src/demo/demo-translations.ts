import type { FaqTranslation } from '../authoring/faqs/faq.inputs.ts';
import type { SlideTranslation } from '../authoring/slides/slide.inputs.ts';

/** The demo's words in one more language, as an author would have written them. */
export interface DemoTranslation {
  /** By the `slideId` of a slide in `demo-deck.ts`. */
  readonly slides: Readonly<Record<string, SlideTranslation>>;
  /** By the `relatedSlideId` of a FAQ there. */
  readonly faqs: Readonly<Record<string, FaqTranslation>>;
}

const spanishAddOns = [
  {
    label: 'Protección de canaletas',
    description: 'Las hojas quedan fuera de las canaletas, en toda la casa.',
  },
  {
    label: 'Aislamiento del ático',
    description: 'Una capa nueva de aislamiento mientras el techo está abierto.',
  },
];
const spanishBattery = { label: 'Batería doméstica', description: 'Mantiene la luz cuando falla la red.' };
const spanishFinancing = [{ text: 'Un ejemplo. Sujeto a aprobación de crédito; la tasa se fija al solicitarlo.' }];

const spanish: DemoTranslation = {
  slides: {
    welcome: {
      title: 'Le damos la bienvenida, {{homeowner.first_name}}',
      bullets: ['Su techo, visto con claridad', 'La energía solar en palabras sencillas', 'Tres opciones, sin presión'],
      narrationScript:
        'Hola, {{homeowner.first_name}}, y gracias por recibirnos. ' +
        'Hoy hablamos de {{homeowner.address | default: "su casa"}}: de lo que necesita el techo y de lo que el sol puede hacer por usted. ' +
        'Lo haremos sencillo, así que interrúmpanos cuando tenga una pregunta.',
    },
    'who-we-are': {
      title: 'Una sola empresa, del techo a los paneles',
      bullets: [
        'Un contrato y un calendario',
        'Un mismo encargado de principio a fin',
        'Con licencia y seguro: pida verlos',
      ],
      narrationScript:
        'Somos Summit Ridge Roofing and Solar. ' +
        'La misma empresa hace su techo y sus paneles, de modo que usted tiene un contrato, un calendario y un número al que llamar. ' +
        'Su encargado le acompaña desde la primera visita hasta la última inspección. ' +
        'Pida ver nuestra licencia y nuestro seguro; los traemos con nosotros.',
    },
    'roof-check': {
      title: 'Primero, miramos',
      bullets: [
        'Tejas, bordes de metal y canaletas',
        'Ático, ventilación y humedad',
        'Fotos de todo lo que encontramos',
      ],
      narrationScript:
        'Antes de recomendar nada, miramos. ' +
        'En el techo revisamos las tejas, las canaletas y el metal alrededor de chimeneas y respiraderos. ' +
        'En el ático buscamos humedad y mala ventilación. ' +
        'Usted recibe todas las fotos, sean buenas o malas noticias, para que juzgue por sí mismo.',
    },
    'roof-layers': {
      title: 'Más que tejas',
      bullets: ['Madera firme debajo', 'Capas que no dejan pasar el agua', 'Aire que saca la humedad'],
      narrationScript:
        'Las tejas son lo que se ve, pero no trabajan solas. ' +
        'Debajo hay madera firme, una capa que detiene el agua y protección adicional donde suelen empezar las goteras. ' +
        'Los respiraderos dejan salir el calor y la humedad. ' +
        'Cuando una capa falla, sufren las demás; por eso construimos el techo como un solo sistema.',
    },
    materials: {
      title: 'Elija su estilo',
      bullets: [
        'Tejas arquitectónicas: lo clásico',
        'Tejas resistentes al granizo',
        'Metal de junta alzada: líneas limpias y larga vida',
      ],
      narrationScript:
        'Puede elegir entre tres buenos materiales. ' +
        'Las tejas arquitectónicas dan el aspecto clásico al precio más bajo. ' +
        'Las tejas resistentes aguantan mejor el granizo. ' +
        'El metal de junta alzada cuesta más y suele durar más que los otros. ' +
        'Lleve las muestras afuera, póngalas junto a su pared y tómese su tiempo.',
    },
    'roof-and-solar': {
      title: 'Por qué hacer ambos a la vez',
      bullets: [
        'Un techo preparado para sus paneles',
        'Un solo equipo y una sola limpieza',
        'Sin desmontar los paneles más adelante',
      ],
      narrationScript:
        'Los paneles solares están hechos para durar décadas, y el techo debajo de ellos también debe hacerlo. ' +
        'Si el techo se gasta antes, hay que quitar los paneles y volver a ponerlos, y eso cuesta dinero. ' +
        'Hacer ambos a la vez significa un solo equipo, una sola limpieza y un techo preparado para sus paneles.',
    },
    'how-solar-works': {
      title: 'Cómo funciona la energía solar',
      bullets: ['Los paneles convierten la luz en energía', 'Su casa la usa primero', 'De noche está la red'],
      narrationScript:
        'Los paneles convierten la luz del día en electricidad, y su casa la usa primero. ' +
        'Cuando producen más de lo que necesita, el resto puede ir a la red. ' +
        'De noche, la red alimenta su casa como hasta ahora. ' +
        'Lo que le abonan por esa energía depende de su compañía eléctrica, así que veremos juntos sus reglas.',
    },
    measurements: {
      title: 'Su casa en dos números',
      bullets: [
        'Techo: {{roof_squares}} cuadros',
        'Energía solar: {{system_size_kw}} kilovatios',
        'Un cuadro mide diez por diez pies',
      ],
      narrationScript:
        'Su techo mide {{roof_squares}} cuadros. ' +
        'Un cuadro es simplemente un área de diez por diez pies. ' +
        'El sistema solar que planeamos para usted tiene {{system_size_kw}} kilovatios, su potencia a pleno sol. ' +
        'De estos dos números salen los precios que va a ver, así que díganos si algo no cuadra.',
    },
    'your-options': {
      title: 'Sus tres opciones',
      bullets: [
        'Techo y energía solar en un precio',
        'Siempre el mismo equipo cuidadoso',
        'Cada precio explicado línea por línea',
      ],
      narrationScript:
        'Estas son sus tres opciones, cada una con el techo y la energía solar en un solo precio. ' +
        'Todas incluyen el mismo equipo cuidadoso y la misma limpieza. ' +
        'Al subir de opción, los materiales son más resistentes y la garantía es más larga. ' +
        'Elija cualquiera, y le mostraremos línea por línea cómo se calculó su precio.',
      productData: {
        subtitle: 'Techo nuevo y energía solar, en un solo precio',
        disclaimer:
          'Los precios valen para las medidas indicadas y no cuentan con ningún crédito fiscal ni reembolso: consulte a su asesor fiscal. ' +
          'Los daños ocultos no están incluidos; si encontramos alguno, se lo mostramos y acordamos un precio antes de tocarlo. ' +
          'El precio definitivo es el de su contrato por escrito.',
        good: {
          addOns: spanishAddOns,
          financing: spanishFinancing,
          name: 'Esencial',
          tagline: 'Un techo nuevo completo y un sistema solar fiable.',
          features: [
            'Tejas arquitectónicas en el color que usted elija',
            'Capa impermeable donde más suele gotear',
            'Paneles solares estándar',
            'Limpieza diaria y recogida de clavos',
          ],
          adders: [{ label: 'Retirada del techo viejo' }, { label: 'Permisos e inspecciones' }],
        },
        better: {
          addOns: spanishAddOns,
          financing: spanishFinancing,
          name: 'Preferida',
          tagline: 'Tejas más resistentes, mejor ventilación y paneles más discretos.',
          features: [
            'Tejas resistentes al granizo',
            'Capa impermeable donde más suele gotear',
            'Ventilación nueva en la cumbrera para un ático más fresco y seco',
            'Paneles solares totalmente negros',
            'Limpieza diaria y recogida de clavos',
          ],
          adders: [{ label: 'Retirada del techo viejo' }, { label: 'Permisos e inspecciones' }],
        },
        best: {
          addOns: [...spanishAddOns, spanishBattery],
          financing: spanishFinancing,
          name: 'Exclusiva',
          tagline: 'Un techo de metal y nuestros paneles más potentes, listos para una batería.',
          features: [
            'Techo de metal con juntas alzadas',
            'Capa impermeable donde más suele gotear',
            'Ventilación nueva en la cumbrera para un ático más fresco y seco',
            'Paneles solares negros de alto rendimiento',
            'Paneles sujetos a las juntas, sin agujeros en el metal',
            'Cableado listo para una batería doméstica',
            'Limpieza diaria y recogida de clavos',
          ],
          adders: [
            { label: 'Retirada del techo viejo' },
            { label: 'Paneles de alto rendimiento' },
            { label: 'Cableado para batería' },
            { label: 'Permisos e inspecciones' },
          ],
        },
      },
    },
    installation: {
      title: 'Cómo será la obra',
      bullets: [
        'Nos ocupamos de los permisos',
        'Primero el techo, después los paneles',
        'Jardín y entrada quedan limpios',
      ],
      narrationScript:
        'Cuando usted firme, pediremos los permisos y encargaremos los materiales. ' +
        'Primero se pone el techo y después los paneles. ' +
        'Cubrimos sus plantas, recogemos los clavos cada tarde y le llamamos si el clima cambia los planes. ' +
        'Cuando el inspector y su compañía eléctrica den el visto bueno, encenderemos juntos el sistema.',
    },
    warranty: {
      title: 'Respondemos por nuestro trabajo',
      bullets: [
        'Nuestro trabajo: garantizado por escrito',
        'Los productos: por sus fabricantes',
        'Una carpeta y un número de teléfono',
      ],
      narrationScript:
        'Si algo que construimos sale mal, volvemos y lo arreglamos con nuestra garantía. ' +
        'Cada opción indica cuántos años dura. ' +
        'Los fabricantes del techo y de los paneles responden por sus productos, y le ayudamos a registrarlos. ' +
        'Todo queda por escrito en una sola carpeta.',
    },
    'next-step': {
      title: 'Cuando usted quiera, {{homeowner.first_name}}',
      bullets: ['Elija la opción que le guste', 'Lea el contrato a su ritmo', 'Firme hoy o consúltelo con la almohada'],
      narrationScript:
        'Eso es todo, {{homeowner.first_name}}. ' +
        'Si una de las opciones le convence, podemos leer juntos el contrato y usted puede firmar hoy. ' +
        'Si prefiere pensarlo, también está bien. ' +
        'En cualquier caso, las fotos y los precios son suyos. ' +
        'Gracias por su tiempo.',
    },
  },
  faqs: {
    installation: {
      userQuestion: '¿Cuánto dura todo el proyecto?',
      cannedAnswer:
        'La obra en la casa suele durar unos días, según el clima y el tamaño del techo. ' +
        'Los permisos y la aprobación de la compañía eléctrica tardan más, y eso cambia de un lugar a otro. ' +
        'Su encargado le informa en cada paso.',
    },
    'how-solar-works': {
      userQuestion: '¿Los paneles me darán luz durante un apagón?',
      cannedAnswer:
        'Por sí solos, no. Sin batería, un sistema normal se apaga en un corte para proteger a quienes reparan la línea. ' +
        'Una batería con el equipo adecuado puede mantener en marcha una parte de su casa. Pregúntenos y le damos un precio.',
    },
    'your-options': {
      userQuestion: '¿Puedo obtener un crédito fiscal o un reembolso?',
      cannedAnswer:
        'Depende de su situación y de reglas que cambian: consulte a su asesor fiscal antes de contar con algo. ' +
        'Nuestros precios no suponen ningún crédito ni reembolso. Con gusto le damos los documentos que necesite para preguntar.',
    },
    'roof-layers': {
      userQuestion: '¿Qué pasa si encuentran madera podrida debajo del techo viejo?',
      cannedAnswer:
        'Nos detenemos, tomamos fotos y se lo mostramos. Usted recibe un precio por la reparación, y solo seguimos cuando lo haya aceptado por escrito.',
    },
    warranty: {
      userQuestion: '¿Quién lo arregla si el techo gotea debajo de los paneles?',
      cannedAnswer:
        'Nosotros, y usted solo hace una llamada. Si nuestro trabajo causó la gotera durante la garantía, la reparamos y quitamos y volvemos a poner los paneles sin costo. ' +
        'Las condiciones exactas están en su contrato.',
    },
    'next-step': {
      userQuestion: '¿Puedo cambiar de opinión después de firmar?',
      cannedAnswer:
        'Su contrato dice cómo puede cancelar y hasta qué fecha. Leemos esa página con usted antes de que firme, y usted se queda con una copia.',
    },
  },
};

const germanAddOns = [
  { label: 'Laubschutz für die Dachrinnen', description: 'Laub bleibt draußen, rund um das Haus.' },
  { label: 'Dämmung des Dachbodens', description: 'Eine neue Dämmschicht, solange das Dach offen ist.' },
];
const germanBattery = { label: 'Heimspeicher', description: 'Das Licht bleibt an, wenn das Netz ausfällt.' };
const germanFinancing = [{ text: 'Ein Beispiel. Nur mit Kreditzusage; der Zins steht bei der Anfrage fest.' }];

const german: DemoTranslation = {
  slides: {
    welcome: {
      title: 'Willkommen, {{homeowner.first_name}}',
      bullets: ['Ein klarer Blick auf Ihr Dach', 'Solarstrom in einfachen Worten', 'Drei Angebote, kein Druck'],
      narrationScript:
        'Guten Tag, {{homeowner.first_name}}, und danke, dass wir bei Ihnen sein dürfen. ' +
        'Heute geht es um {{homeowner.address | default: "Ihr Haus"}}: was das Dach braucht und was die Sonne für Sie tun kann. ' +
        'Wir halten es einfach, also unterbrechen Sie uns bitte bei jeder Frage.',
    },
    'who-we-are': {
      title: 'Ein Betrieb, vom Dach bis zum Modul',
      bullets: [
        'Ein Vertrag und ein Zeitplan',
        'Eine Ansprechperson von Anfang bis Ende',
        'Zugelassen und versichert: fragen Sie danach',
      ],
      narrationScript:
        'Wir sind Summit Ridge Roofing and Solar. ' +
        'Derselbe Betrieb baut Ihr Dach und Ihre Module, also haben Sie einen Vertrag, einen Zeitplan und eine Nummer. ' +
        'Ihre Ansprechperson begleitet Sie vom ersten Besuch bis zur letzten Abnahme. ' +
        'Fragen Sie nach Zulassung und Versicherung; wir haben beides dabei.',
    },
    'roof-check': {
      title: 'Zuerst sehen wir nach',
      bullets: [
        'Schindeln, Bleche und Rinnen',
        'Dachboden, Lüftung und feuchte Stellen',
        'Fotos von allem, was wir finden',
      ],
      narrationScript:
        'Bevor wir etwas empfehlen, sehen wir nach. ' +
        'Auf dem Dach prüfen wir die Schindeln, die Rinnen und die Bleche an Schornstein und Lüftern. ' +
        'Auf dem Dachboden suchen wir feuchte Stellen und schlechte Lüftung. ' +
        'Sie bekommen jedes Foto, ob gut oder schlecht, und können selbst urteilen.',
    },
    'roof-layers': {
      title: 'Mehr als Schindeln',
      bullets: ['Festes Holz darunter', 'Schichten, die Wasser abhalten', 'Luft, die Feuchtigkeit abführt'],
      narrationScript:
        'Die Schindeln sieht man, aber sie arbeiten nicht allein. ' +
        'Darunter liegen festes Holz, eine Schicht gegen Wasser und zusätzlicher Schutz, wo Lecks gern beginnen. ' +
        'Lüfter lassen Hitze und feuchte Luft hinaus. ' +
        'Versagt eine Schicht, leiden die anderen; darum bauen wir das Dach als ein Ganzes.',
    },
    materials: {
      title: 'Wählen Sie Ihr Dach',
      bullets: [
        'Architekturschindeln: der Klassiker',
        'Hagelfeste Schindeln',
        'Stehfalz aus Metall: klare Linien, langes Leben',
      ],
      narrationScript:
        'Sie haben die Wahl zwischen drei guten Materialien. ' +
        'Architekturschindeln geben das klassische Bild zum kleinsten Preis. ' +
        'Hagelfeste Schindeln halten Hagel besser stand. ' +
        'Stehfalz aus Metall kostet mehr und hält meist am längsten. ' +
        'Nehmen Sie die Muster mit hinaus, halten Sie sie an die Fassade und lassen Sie sich Zeit.',
    },
    'roof-and-solar': {
      title: 'Warum beides zusammen',
      bullets: [
        'Ein Dach, das für die Module gemacht ist',
        'Eine Mannschaft, ein Aufräumen',
        'Kein Abbau der Module für ein neues Dach',
      ],
      narrationScript:
        'Solarmodule bleiben Jahrzehnte auf dem Dach, also sollte das Dach darunter ebenso lange halten. ' +
        'Ist das Dach zuerst verschlissen, müssen die Module hinunter und wieder hinauf, und das kostet Geld. ' +
        'Beides zusammen heißt: eine Mannschaft, ein Aufräumen und ein Dach, das für seine Module vorbereitet ist.',
    },
    'how-solar-works': {
      title: 'So funktioniert Solarstrom',
      bullets: ['Module machen aus Licht Strom', 'Ihr Haus nutzt ihn zuerst', 'Nachts hilft das Netz'],
      narrationScript:
        'Module machen aus Tageslicht Strom, und Ihr Haus nutzt ihn zuerst. ' +
        'Erzeugen sie mehr, als Sie brauchen, kann der Rest ins Netz fließen. ' +
        'Nachts versorgt das Netz Ihr Haus wie bisher. ' +
        'Was man Ihnen dafür gutschreibt, hängt von Ihrem Versorger ab; seine Regeln gehen wir zusammen durch.',
    },
    measurements: {
      title: 'Ihr Haus in zwei Zahlen',
      bullets: [
        'Dach: {{roof_squares}} Squares',
        'Solar: {{system_size_kw}} Kilowatt',
        'Ein Square misst zehn mal zehn Fuß',
      ],
      narrationScript:
        'Ihr Dach misst {{roof_squares}} Squares. ' +
        'Ein Square ist einfach eine Fläche von zehn mal zehn Fuß. ' +
        'Die Solaranlage, die wir für Sie geplant haben, leistet {{system_size_kw}} Kilowatt bei voller Sonne. ' +
        'Aus diesen zwei Zahlen folgen die Preise, die Sie gleich sehen; sagen Sie uns also, wenn etwas nicht stimmt.',
    },
    'your-options': {
      title: 'Ihre drei Angebote',
      bullets: [
        'Dach und Solar in einem Preis',
        'Immer dieselbe sorgfältige Mannschaft',
        'Jeder Preis Zeile für Zeile erklärt',
      ],
      narrationScript:
        'Hier sind Ihre drei Angebote, jedes mit Dach und Solar in einem Preis. ' +
        'Zu allen gehören dieselbe sorgfältige Mannschaft und dasselbe Aufräumen. ' +
        'Mit jeder Stufe wird das Material fester und die Garantie länger. ' +
        'Wählen Sie eines, und wir zeigen Ihnen Zeile für Zeile, wie sein Preis entstanden ist.',
      productData: {
        subtitle: 'Neues Dach und Solar, in einem Preis',
        disclaimer:
          'Die Preise gelten für die gezeigten Maße und rechnen mit keiner Steuergutschrift und keinem Zuschuss: Fragen Sie bitte Ihren Steuerberater. ' +
          'Verdeckte Schäden sind nicht enthalten; finden wir welche, zeigen wir sie Ihnen und vereinbaren einen Preis, bevor wir sie anrühren. ' +
          'Der endgültige Preis steht in Ihrem schriftlichen Vertrag.',
        good: {
          addOns: germanAddOns,
          financing: germanFinancing,
          name: 'Basis',
          tagline: 'Ein ganzes neues Dach und eine verlässliche Solaranlage.',
          features: [
            'Architekturschindeln in der Farbe Ihrer Wahl',
            'Dichte Schicht an den Stellen, die am ehesten undicht werden',
            'Übliche Solarmodule',
            'Täglich aufgeräumt und nach Nägeln abgesucht',
          ],
          adders: [{ label: 'Abtragen des alten Dachs' }, { label: 'Genehmigungen und Abnahmen' }],
        },
        better: {
          addOns: germanAddOns,
          financing: germanFinancing,
          name: 'Komfort',
          tagline: 'Festere Schindeln, bessere Belüftung und unauffälligere Module.',
          features: [
            'Hagelfeste Schindeln',
            'Dichte Schicht an den Stellen, die am ehesten undicht werden',
            'Neue Firstlüftung für einen kühleren, trockeneren Dachboden',
            'Ganz schwarze Solarmodule',
            'Täglich aufgeräumt und nach Nägeln abgesucht',
          ],
          adders: [{ label: 'Abtragen des alten Dachs' }, { label: 'Genehmigungen und Abnahmen' }],
        },
        best: {
          addOns: [...germanAddOns, germanBattery],
          financing: germanFinancing,
          name: 'Premium',
          tagline: 'Ein Metalldach und unsere stärksten Module, bereit für eine Batterie.',
          features: [
            'Stehfalzdach aus Metall',
            'Dichte Schicht an den Stellen, die am ehesten undicht werden',
            'Neue Firstlüftung für einen kühleren, trockeneren Dachboden',
            'Leistungsstarke, ganz schwarze Solarmodule',
            'Module an die Falze geklemmt, ohne Löcher im Metall',
            'Leitungen bereit für eine Hausbatterie',
            'Täglich aufgeräumt und nach Nägeln abgesucht',
          ],
          adders: [
            { label: 'Abtragen des alten Dachs' },
            { label: 'Leistungsstarke Module' },
            { label: 'Leitungen für eine Batterie' },
            { label: 'Genehmigungen und Abnahmen' },
          ],
        },
      },
    },
    installation: {
      title: 'So läuft die Arbeit ab',
      bullets: [
        'Um die Genehmigungen kümmern wir uns',
        'Zuerst das Dach, dann die Module',
        'Garten und Einfahrt bleiben sauber',
      ],
      narrationScript:
        'Nach Ihrer Unterschrift beantragen wir die Genehmigungen und bestellen das Material. ' +
        'Zuerst kommt das Dach, dann folgen die Module. ' +
        'Wir decken Ihre Pflanzen ab, sammeln jeden Abend die Nägel ein und rufen an, wenn das Wetter den Plan ändert. ' +
        'Sobald die Abnahme und Ihr Versorger Ja sagen, schalten wir die Anlage gemeinsam ein.',
    },
    warranty: {
      title: 'Wir stehen dafür ein',
      bullets: [
        'Unsere Arbeit: schriftlich garantiert',
        'Die Produkte: durch ihre Hersteller',
        'Eine Mappe, eine Telefonnummer',
      ],
      narrationScript:
        'Geht etwas schief, das wir gebaut haben, kommen wir wieder und bringen es in Ordnung. ' +
        'Jedes Angebot sagt, wie viele Jahre das gilt. ' +
        'Die Hersteller von Dach und Modulen stehen für ihre Produkte ein, und wir helfen bei der Anmeldung. ' +
        'Alles kommt schriftlich in eine Mappe.',
    },
    'next-step': {
      title: 'Wann immer Sie möchten, {{homeowner.first_name}}',
      bullets: [
        'Wählen Sie, was Ihnen gefällt',
        'Lesen Sie den Vertrag in Ruhe',
        'Unterschreiben Sie heute oder schlafen Sie darüber',
      ],
      narrationScript:
        'Das war alles, {{homeowner.first_name}}. ' +
        'Wenn eines der Angebote passt, lesen wir den Vertrag zusammen, und Sie können heute unterschreiben. ' +
        'Wenn Sie lieber darüber schlafen, ist das auch gut. ' +
        'Die Fotos und die Preise behalten Sie in jedem Fall. ' +
        'Danke für Ihre Zeit.',
    },
  },
  faqs: {
    installation: {
      userQuestion: 'Wie lange dauert das ganze Vorhaben?',
      cannedAnswer:
        'Die Arbeiten am Haus dauern meist ein paar Tage, je nach Wetter und Größe des Dachs. ' +
        'Genehmigungen und die Zusage des Netzbetreibers dauern länger, und das ist von Ort zu Ort verschieden. ' +
        'Ihre Projektleitung hält Sie bei jedem Schritt auf dem Laufenden.',
    },
    'how-solar-works': {
      userQuestion: 'Habe ich mit den Modulen auch bei einem Stromausfall Licht?',
      cannedAnswer:
        'Allein durch sie nicht. Ohne Batterie schaltet sich eine übliche Anlage bei einem Ausfall ab, damit niemand zu Schaden kommt, der an der Leitung arbeitet. ' +
        'Eine Batterie mit der passenden Technik kann einen Teil Ihres Hauses weiter versorgen. Fragen Sie uns nach einem Preis dafür.',
    },
    'your-options': {
      userQuestion: 'Bekomme ich eine Steuergutschrift oder einen Zuschuss?',
      cannedAnswer:
        'Das hängt von Ihrer Lage ab und von Regeln, die sich ändern: Fragen Sie bitte Ihren Steuerberater, bevor Sie damit rechnen. ' +
        'Unsere Preise setzen keine Gutschrift und keinen Zuschuss voraus. Die Unterlagen für Ihre Anfrage geben wir Ihnen gern.',
    },
    'roof-layers': {
      userQuestion: 'Was ist, wenn unter dem alten Dach morsches Holz liegt?',
      cannedAnswer:
        'Wir halten an, machen Fotos und zeigen sie Ihnen. Sie bekommen einen Preis für die Reparatur, und wir machen erst weiter, wenn Sie schriftlich zugestimmt haben.',
    },
    warranty: {
      userQuestion: 'Wer hilft, wenn das Dach unter den Modulen undicht wird?',
      cannedAnswer:
        'Wir, und Sie müssen nur einmal anrufen. Ist in der Garantiezeit unsere Arbeit die Ursache, reparieren wir die Stelle und nehmen die Module dafür kostenlos ab und wieder auf. ' +
        'Die genauen Bedingungen stehen in Ihrem Vertrag.',
    },
    'next-step': {
      userQuestion: 'Kann ich es mir nach der Unterschrift anders überlegen?',
      cannedAnswer:
        'In Ihrem Vertrag steht, wie und bis wann Sie widerrufen können. Wir gehen diese Seite vor der Unterschrift mit Ihnen durch, und Sie behalten eine Kopie.',
    },
  },
};

/** By BCP 47 tag. */
export const demoTranslations: Readonly<Record<'es' | 'de', DemoTranslation>> = { es: spanish, de: german };
