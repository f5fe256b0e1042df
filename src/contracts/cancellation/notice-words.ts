/** What a notice of cancellation names. Dates are written out. */
interface NoticeFacts {
  readonly seller: string;
  readonly address: string;
  readonly lastDay: string;
  /** Calendar days, where these are counted. */
  readonly days: number;
}

/** The texts of one rule. */
interface RuleWords {
  /** Stands beside the signature. It has no date: it is read before anybody knows when the last owner signs. */
  readonly statement: (days: number) => string;
  readonly title: string;
  readonly paragraphs: (facts: NoticeFacts) => readonly string[];
  /** The declaration of the homeowner by the signature of the notice. */
  readonly declaration: string;
}

/** The texts in one language: by 16 CFR 429.1 for the USA, and for calendar days elsewhere. */
export interface NoticeWords {
  readonly us: RuleWords;
  readonly calendarDays: RuleWords;
  readonly transactionDate: string;
  /** The last paragraph while one of two owners has still to sign. */
  readonly untilBothSign: string;
  readonly date: string;
  readonly signature: string;
}

/** The words of the rule in English; the other languages translate them. */
export const english: NoticeWords = {
  us: {
    statement: () =>
      'You, the buyer, may cancel this transaction at any time prior to midnight of the third business day after the date of this transaction. See the attached notice of cancellation form for an explanation of this right.',
    title: 'NOTICE OF CANCELLATION',
    paragraphs: ({ seller, address, lastDay }) => [
      'You may CANCEL this transaction, without any Penalty or Obligation, within THREE BUSINESS DAYS from the above date.',
      'If you cancel, any property traded in, any payments made by you under the contract or sale, and any negotiable instrument executed by you will be returned within TEN BUSINESS DAYS following receipt by the seller of your cancellation notice, and any security interest arising out of the transaction will be cancelled.',
      'If you cancel, you must make available to the seller at your residence, in substantially as good condition as when received, any goods delivered to you under this contract or sale, or you may, if you wish, comply with the instructions of the seller regarding the return shipment of the goods at the seller’s expense and risk.',
      'If you do make the goods available to the seller and the seller does not pick them up within 20 days of the date of your Notice of Cancellation, you may retain or dispose of the goods without any further obligation. If you fail to make the goods available to the seller, or if you agree to return the goods to the seller and fail to do so, then you remain liable for performance of all obligations under the contract.',
      `To cancel this transaction, mail or deliver a signed and dated copy of this Cancellation Notice or any other written notice, or send a telegram, to ${seller}, at ${address}, NOT LATER THAN MIDNIGHT OF ${lastDay}.`,
    ],
    declaration: 'I HEREBY CANCEL THIS TRANSACTION.',
  },
  calendarDays: {
    statement: (days) =>
      `You may cancel this contract without giving a reason within ${days} days after the day on which the last owner signs it. See the attached notice of cancellation for an explanation of this right.`,
    title: 'NOTICE OF CANCELLATION',
    paragraphs: ({ seller, address, lastDay, days }) => [
      `You may cancel this contract without giving a reason within ${days} days from the above date. The period ends at the end of ${lastDay}.`,
      `To cancel, tell ${seller}, ${address}, by a clear statement such as a letter, an e-mail or this form. It is enough that you send it before the period has ended.`,
      'If you cancel, all payments received from you are returned without undue delay, and at the latest 14 days after your statement was received.',
    ],
    declaration: 'I hereby cancel this contract.',
  },
  transactionDate: 'Date of transaction',
  untilBothSign:
    'The other owner has still to sign. If they sign on a later day, this notice is replaced by one with that date, whose last day is not earlier.',
  date: 'Date',
  signature: 'Buyer’s signature',
};

export const spanish: NoticeWords = {
  us: {
    statement: () =>
      'Usted, el comprador, puede cancelar esta transacción en cualquier momento antes de la medianoche del tercer día hábil posterior a la fecha de esta transacción. Consulte el aviso de cancelación adjunto, que explica este derecho.',
    title: 'AVISO DE CANCELACIÓN',
    paragraphs: ({ seller, address, lastDay }) => [
      'Usted puede CANCELAR esta transacción, sin ninguna penalidad ni obligación, dentro de TRES DÍAS HÁBILES a partir de la fecha arriba indicada.',
      'Si usted cancela, todo bien que haya entregado como parte del pago, todo pago que haya hecho en virtud del contrato o de la venta y todo título negociable que haya firmado se le devolverán dentro de DIEZ DÍAS HÁBILES después de que el vendedor reciba su aviso de cancelación, y quedará cancelada toda garantía real que resulte de la transacción.',
      'Si usted cancela, debe poner a disposición del vendedor, en su domicilio y esencialmente en tan buen estado como los recibió, los bienes que se le hayan entregado en virtud de este contrato o venta; o puede, si lo desea, seguir las instrucciones del vendedor para devolver los bienes por cuenta y riesgo del vendedor.',
      'Si usted pone los bienes a disposición del vendedor y este no los recoge dentro de los 20 días siguientes a la fecha de su aviso de cancelación, puede quedarse con ellos o desecharlos sin ninguna otra obligación. Si no pone los bienes a disposición del vendedor, o si acepta devolverlos al vendedor y no lo hace, seguirá obligado a cumplir todas las obligaciones del contrato.',
      `Para cancelar esta transacción, envíe por correo o entregue una copia firmada y fechada de este aviso de cancelación o cualquier otro aviso por escrito, o envíe un telegrama, a ${seller}, en ${address}, A MÁS TARDAR A LA MEDIANOCHE DEL ${lastDay}.`,
    ],
    declaration: 'POR LA PRESENTE CANCELO ESTA TRANSACCIÓN.',
  },
  calendarDays: {
    statement: (days) =>
      `Usted puede cancelar este contrato sin dar ningún motivo dentro de los ${days} días siguientes al día en que lo firme el último propietario. Consulte el aviso de cancelación adjunto, que explica este derecho.`,
    title: 'AVISO DE CANCELACIÓN',
    paragraphs: ({ seller, address, lastDay, days }) => [
      `Usted puede cancelar este contrato sin dar ningún motivo dentro de ${days} días a partir de la fecha arriba indicada. El plazo termina al final del ${lastDay}.`,
      `Para cancelar, comuníquelo a ${seller}, ${address}, con una declaración clara, como una carta, un correo electrónico o este formulario. Basta con que la envíe antes de que termine el plazo.`,
      'Si usted cancela, todos los pagos recibidos de usted se le devuelven sin demora indebida, a más tardar 14 días después de recibida su declaración.',
    ],
    declaration: 'Por la presente cancelo este contrato.',
  },
  transactionDate: 'Fecha de la transacción',
  untilBothSign:
    'El otro propietario todavía tiene que firmar. Si firma en una fecha posterior, este aviso se sustituye por otro con esa fecha, cuyo último día no es anterior.',
  date: 'Fecha',
  signature: 'Firma del comprador',
};

export const german: NoticeWords = {
  us: {
    statement: () =>
      'Sie als Käufer können dieses Geschäft jederzeit vor Mitternacht des dritten Geschäftstags nach dem Datum dieses Geschäfts widerrufen. Das beigefügte Widerrufsformular erläutert dieses Recht.',
    title: 'WIDERRUFSFORMULAR',
    paragraphs: ({ seller, address, lastDay }) => [
      'Sie können dieses Geschäft innerhalb von DREI GESCHÄFTSTAGEN ab dem oben genannten Datum ohne jede Strafe oder Verpflichtung WIDERRUFEN.',
      'Wenn Sie widerrufen, werden in Zahlung gegebene Sachen, alle Ihre Zahlungen aufgrund des Vertrags oder Kaufs und von Ihnen ausgestellte Wertpapiere innerhalb von ZEHN GESCHÄFTSTAGEN nach Eingang Ihres Widerrufs beim Verkäufer zurückgegeben, und alle Sicherungsrechte aus dem Geschäft erlöschen.',
      'Wenn Sie widerrufen, müssen Sie dem Verkäufer an Ihrem Wohnsitz alle Waren, die Sie aufgrund dieses Vertrags oder Kaufs erhalten haben, in im Wesentlichen ebenso gutem Zustand bereitstellen, wie Sie sie erhalten haben; oder Sie können, wenn Sie möchten, den Anweisungen des Verkäufers zur Rücksendung der Waren auf dessen Kosten und Gefahr folgen.',
      'Wenn Sie dem Verkäufer die Waren bereitstellen und er sie nicht innerhalb von 20 Tagen nach dem Datum Ihres Widerrufs abholt, dürfen Sie die Waren ohne weitere Verpflichtung behalten oder beseitigen. Wenn Sie dem Verkäufer die Waren nicht bereitstellen, oder wenn Sie zusagen, sie zurückzugeben, und das nicht tun, bleiben Sie zur Erfüllung aller Pflichten aus dem Vertrag verpflichtet.',
      `Um dieses Geschäft zu widerrufen, senden oder übergeben Sie eine unterschriebene und datierte Kopie dieses Formulars oder eine andere schriftliche Mitteilung, oder senden Sie ein Telegramm, an ${seller}, ${address}, SPÄTESTENS UM MITTERNACHT AM ENDE VON ${lastDay}.`,
    ],
    declaration: 'HIERMIT WIDERRUFE ICH DIESES GESCHÄFT.',
  },
  calendarDays: {
    statement: (days) =>
      `Sie können diesen Vertrag innerhalb von ${days} Tagen nach dem Tag, an dem der letzte Eigentümer unterschreibt, ohne Angabe von Gründen widerrufen. Das beigefügte Widerrufsformular erläutert dieses Recht.`,
    title: 'WIDERRUFSFORMULAR',
    paragraphs: ({ seller, address, lastDay, days }) => [
      `Sie können diesen Vertrag innerhalb von ${days} Tagen ab dem oben genannten Datum ohne Angabe von Gründen widerrufen. Die Frist endet mit dem Ablauf von ${lastDay}.`,
      `Um zu widerrufen, teilen Sie ${seller}, ${address}, Ihren Entschluss durch eine eindeutige Erklärung mit, etwa durch einen Brief, eine E-Mail oder dieses Formular. Es genügt, dass Sie sie vor Ablauf der Frist absenden.`,
      'Wenn Sie widerrufen, werden Ihnen alle erhaltenen Zahlungen unverzüglich zurückgezahlt, spätestens 14 Tage nach Eingang Ihrer Erklärung.',
    ],
    declaration: 'Hiermit widerrufe ich diesen Vertrag.',
  },
  transactionDate: 'Datum des Geschäfts',
  untilBothSign:
    'Der andere Eigentümer muss noch unterschreiben. Unterschreibt er an einem späteren Tag, wird dieses Formular durch eines mit dessen Datum ersetzt, dessen letzter Tag nicht früher liegt.',
  date: 'Datum',
  signature: 'Unterschrift des Käufers',
};
