/** Writes genesis documents as text. Earlier blocks, of which there may be many, take a line each. */

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stands for the earlier blocks while the rest is written. */
const PLACE = 'earlier blocks are written here';

/** Returns the text of a document, which ends with a line break. */
export function genesisText(document: unknown): string {
  const halley = isJson(document) ? document['halley'] : undefined;
  if (!isJson(document) || !isJson(halley) || !isJson(halley['history'])) return `${pretty(document)}\n`;
  const text = pretty({ ...document, halley: { ...halley, history: PLACE } });
  const at = text.lastIndexOf(`"${PLACE}"`);
  return `${text.slice(0, at)}${historyText(halley['history'])}${text.slice(at + PLACE.length + 2)}\n`;
}

const pretty = (value: unknown): string => JSON.stringify(value, undefined, 2);

const historyText = (history: Json): string => `{\n${Object.entries(history).map(memberText).join(',\n')}\n}`;

function memberText([name, value]: readonly [string, unknown]): string {
  if (!Array.isArray(value)) return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  return `${JSON.stringify(name)}: [\n${value.map((element) => JSON.stringify(element)).join(',\n')}\n]`;
}
