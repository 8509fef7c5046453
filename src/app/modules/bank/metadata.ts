/** What a denom is called and how many decimals it shows (`cosmos.bank.v1beta1.Metadata`). */
import { ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { metadataKey } from './store.js';

export interface DenomUnit {
  readonly denom: string;
  readonly exponent: number;
  readonly aliases: readonly string[];
}

export interface DenomMetadata {
  readonly description: string;
  readonly denomUnits: readonly DenomUnit[];
  readonly base: string;
  readonly display: string;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

const NO_TEXTS = { description: '', base: '', display: '', name: '', symbol: '', uri: '' };
/** By field number. */
const TEXT_FIELDS = { 1: 'description', 3: 'base', 4: 'display', 5: 'name', 6: 'symbol', 7: 'uri' } as const;

export function encodeDenomMetadata(metadata: DenomMetadata): Bytes {
  const out = new ProtoWriter().string(1, metadata.description);
  for (const { denom, exponent, aliases } of metadata.denomUnits) {
    const unit = new ProtoWriter().string(1, denom).uint(2, exponent);
    for (const alias of aliases) unit.string(3, alias);
    out.message(2, unit.finish());
  }
  return out
    .string(3, metadata.base)
    .string(4, metadata.display)
    .string(5, metadata.name)
    .string(6, metadata.symbol)
    .string(7, metadata.uri)
    .finish();
}

export function decodeDenomMetadata(bytes: Bytes): DenomMetadata {
  const texts: Record<keyof typeof NO_TEXTS, string> = { ...NO_TEXTS };
  const denomUnits: DenomUnit[] = [];
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 2) denomUnits.push(decodeUnit(reader.bytes()));
    else if (field in TEXT_FIELDS) texts[TEXT_FIELDS[field as keyof typeof TEXT_FIELDS]] = reader.string();
    else reader.skip();
  }
  return { ...texts, denomUnits };
}

function decodeUnit(bytes: Bytes): DenomUnit {
  const unit = { denom: '', exponent: 0, aliases: [] as string[] };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) unit.denom = reader.string();
    else if (field === 2) unit.exponent = reader.number();
    else if (field === 3) unit.aliases.push(reader.string());
    else throw reader.unknown('DenomUnit');
  }
  return unit;
}

export function readDenomMetadata(state: StateReader, denom: string): DenomMetadata | undefined {
  const value = state.get('bank', metadataKey(denom));
  return value === undefined ? undefined : decodeDenomMetadata(value);
}

export function writeDenomMetadata(state: WorkingState, metadata: DenomMetadata): void {
  state.set('bank', metadataKey(metadata.base), encodeDenomMetadata(metadata));
}

/** The decimals of the unit that people read; 0 when the metadata does not name it. */
export const displayDecimals = ({ denomUnits, display }: DenomMetadata): number =>
  denomUnits.find(({ denom }) => denom === display)?.exponent ?? 0;
