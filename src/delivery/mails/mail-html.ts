import { escapeHtml } from '../../kit/core/index.ts';
import type { MailDeck, MailLogo } from './mail-facts.ts';
import type { Figure } from './mail-figures.ts';

/** What a mail shows. All texts are plain; this file escapes them. */
export interface ShownMail {
  readonly subject: string;
  /** The sentence and the figures, or the text of a template. */
  readonly content: { readonly sentence: string; readonly figures: readonly Figure[] } | { readonly body: string };
  readonly deck: MailDeck | null;
  /** The URL of its picture; null where the deck has none. */
  readonly logo: string | null;
  /** Where people go on; null where the server knows no URL. */
  readonly link: string | null;
  readonly subscription: string;
  readonly event: { readonly id: string; readonly type: string };
}

/** The colors of our pages: see `page.css`. The dark ones are `!important`, because they replace inline styles. */
const light = { paper: '#faf8f4', surface: '#ffffff', ink: '#1b232d', quiet: '#56606d', line: '#e3ddd2' };
const dark = { paper: '#11161c', surface: '#1a212a', ink: '#eef1f4', quiet: '#a7b1bd', line: '#2d3641' };
const defaultColor = '#0b5d4b';

/** Names without spaces are unquoted: the styles stand in quoted attributes. Outlook on Windows has Segoe UI. */
const font = 'font-family:system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const wrapped = 'overflow-wrap:anywhere;word-break:break-word';

/** Classes serve the dark alone. */
const darkRules = [
  `.paper{background:${dark.paper}!important}`,
  `.surface{background:${dark.surface}!important;border-color:${dark.line}!important}`,
  `.ink{color:${dark.ink}!important}`,
  `.quiet{color:${dark.quiet}!important}`,
  `.line{border-color:${dark.line}!important}`,
  `.action{background:${dark.ink}!important}`,
  `.onaction{color:${dark.surface}!important}`,
  // Logos are made for white paper.
  `.logo{background:#ffffff!important;padding:6px 8px!important;border-radius:6px!important}`,
];

/** Outlook.com marks what it darkens with `data-ogsc`. */
const head = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<!--[if mso]><xml xmlns:o="urn:schemas-microsoft-com:office:office"><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.inset{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){${darkRules.join('')}}
${darkRules.map((rule) => `[data-ogsc] ${rule}`).join('')}
</style>`;

/** Attributes of every table that only arranges: Outlook adds gaps without them. */
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** Outlook on Windows knows no `max-width`. */
const beforeCard = `<!--[if mso]><table ${table} width="600" align="center"><tr><td><![endif]-->`;
const afterCard = '<!--[if mso]></td></tr></table><![endif]-->';

/** Prints a mail as HTML: tables, because Outlook on Windows arranges by them alone, and no resource but the logo. */
export function mailHtml(mail: ShownMail): string {
  const color = mail.deck?.color ?? defaultColor;
  return `<!doctype html>
<html lang="en">
<head>
${head}
<title>${escapeHtml(mail.subject)}</title>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper}">
<table ${table} width="100%" class="paper" style="background:${light.paper}">
<tr><td align="center" style="padding:24px 12px">
${beforeCard}
<table ${table} width="100%" class="surface" style="max-width:600px;background:${light.surface};border:1px solid ${light.line}">
<tr><td bgcolor="${color}" style="height:6px;background:${color};font-size:0;line-height:6px">&nbsp;</td></tr>
${brandRow(mail)}
${'body' in mail.content ? bodyRow(mail.content.body) : eventRows(mail.content)}
${mail.link === null ? '' : linkRow(mail.link)}
<tr><td class="inset" style="padding:24px 32px 24px">
<p class="quiet line" style="margin:0;padding-top:16px;border-top:1px solid ${light.line};${font};font-size:12px;line-height:18px;color:${light.quiet};${wrapped}">Sent by the notification subscription <bdi>${escapeHtml(mail.subscription)}</bdi>: whoever manages it can remove your address.<br>${escapeHtml(mail.event.type)} · ${escapeHtml(mail.event.id)}</p>
</td></tr>
</table>
${afterCard}
</td></tr>
</table>
</body>
</html>
`;
}

/** The name stands beside the logo, because many clients show pictures only on request. */
function brandRow({ deck, logo }: ShownMail): string {
  const name = deck === null ? 'Deckcast' : (deck.brandName ?? deck.name);
  const picture = logo !== null && deck?.logo ? logoCell(logo, deck.logo) : '';
  return `<tr><td class="inset" style="padding:24px 32px 0">
<table ${table}><tr>${picture}<td class="quiet" dir="auto" style="${font};font-size:14px;line-height:20px;font-weight:600;color:${light.quiet};${wrapped}">${escapeHtml(name)}</td></tr></table>
</td></tr>`;
}

function logoCell(source: string, logo: MailLogo): string {
  const scale = Math.min(1, 160 / logo.width, 48 / logo.height);
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)));
  // An empty alternative, because the name stands beside it.
  return `<td style="padding-right:12px"><img class="logo" src="${escapeHtml(source)}" alt="" width="${width}" height="${height}" style="display:block;border:0"></td>`;
}

function eventRows({ sentence, figures }: { readonly sentence: string; readonly figures: readonly Figure[] }): string {
  const rows = figures.map(
    ({ label, value }) =>
      `<tr><td class="quiet line" valign="top" width="34%" style="padding:10px 12px 10px 0;border-bottom:1px solid ${light.line};${font};font-size:14px;line-height:20px;color:${light.quiet};${wrapped}">${escapeHtml(label)}</td><td class="ink line" valign="top" dir="auto" style="padding:10px 0;border-bottom:1px solid ${light.line};${font};font-size:16px;line-height:22px;color:${light.ink};${wrapped}">${escapeHtml(value)}</td></tr>`,
  );
  return `<tr><td class="inset" style="padding:16px 32px 8px">
<h1 class="ink" style="margin:0;${font};font-size:22px;line-height:30px;font-weight:600;color:${light.ink};${wrapped}">${escapeHtml(sentence)}</h1>
</td></tr>
<tr><td class="inset" style="padding:8px 32px 0">
<table cellpadding="0" cellspacing="0" border="0" width="100%" style="table-layout:fixed">
${rows.join('\n')}
</table>
</td></tr>`;
}

/** A blank line ends a paragraph. */
function bodyRow(body: string): string {
  const paragraphs = body
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        `<p class="ink" dir="auto" style="margin:16px 0 0;${font};font-size:16px;line-height:24px;color:${light.ink};${wrapped}">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    );
  return `<tr><td class="inset" style="padding:0 32px">
${paragraphs.join('\n')}
</td></tr>`;
}

/** The padding is that of the cell: Outlook on Windows pads no links. The color of a brand may not be readable here. */
function linkRow(link: string): string {
  return `<tr><td class="inset" style="padding:24px 32px 0">
<table ${table}><tr><td class="action" style="background:${light.ink};border-radius:6px;padding:10px 18px"><a class="onaction" href="${escapeHtml(link)}" style="${font};font-size:16px;line-height:22px;font-weight:600;color:${light.surface};text-decoration:none;display:inline-block">Open Deckcast</a></td></tr></table>
</td></tr>`;
}
