/** Shows decoded values: numbers whole, addresses as links, lists and tuples as trees. */
import type { JSX } from 'preact';
import type { Decoded, DecodedArgument } from '../abi/decode.js';
import { grouped } from '../read/format.js';
import { ChainData, ChainText } from './chain_text.js';
import { AddressLink } from './links.js';

/** Most items of a list that are shown. */
const MAX_ITEMS = 100;
/** Most levels down to which lists and tuples are shown. */
const MAX_DEPTH = 10;

interface ValueProps {
  readonly value: unknown;
  readonly type: string;
  readonly depth?: number;
}

const isAddress = (type: string, text: string): boolean => type === 'address' && text.length === 42;

export function Value({ value, type, depth = 0 }: ValueProps): JSX.Element {
  if (typeof value === 'string') {
    if (isAddress(type, value)) return <AddressLink address={value} whole />;
    return type.startsWith('bytes') ? <ChainData text={value} /> : <ChainText text={value} />;
  }
  if (typeof value === 'bigint' || typeof value === 'number') return <span class="number">{value.toString()}</span>;
  if (typeof value !== 'object' || value === null) return <span>{String(value)}</span>;
  if (depth >= MAX_DEPTH) return <span class="quiet">…</span>;
  return <Items value={value} type={type} depth={depth + 1} />;
}

function Items({ value, type, depth }: { value: object; type: string; depth: number }): JSX.Element {
  const entries = Object.entries(value);
  const item = type.endsWith(']') ? type.replace(/\[\d*\]$/, '') : '';
  return (
    <ul class="items">
      {entries.slice(0, MAX_ITEMS).map(([name, one]) => (
        <li key={name}>
          <bdi class="quiet">{name}</bdi>: <Value value={one} type={item || guessedType(one)} depth={depth} />
        </li>
      ))}
      {entries.length === 0 && <li class="quiet">empty</li>}
      {entries.length > MAX_ITEMS && <li class="quiet">{grouped(entries.length - MAX_ITEMS)} more</li>}
    </ul>
  );
}

/** Returns a type for a member of a tuple, whose decoded form no longer says it. */
const guessedType = (value: unknown): string => {
  if (typeof value !== 'string') return '';
  if (/^0x[0-9a-fA-F]{40}$/.test(value)) return 'address';
  return /^0x[0-9a-f]*$/.test(value) ? 'bytes' : 'string';
};

export const Arguments = ({ args }: { readonly args: readonly DecodedArgument[] }): JSX.Element | null =>
  args.length === 0 ? null : (
    <dl class="arguments">
      {args.map(({ name, type, value }, i) => (
        <div key={i}>
          <dt>
            <ChainText text={name} first={60} />{' '}
            <span class="quiet">
              <ChainText text={type} first={40} />
            </span>
          </dt>
          <dd>
            <Value value={value} type={type} />
          </dd>
        </div>
      ))}
    </dl>
  );

/** Shows a decoded call, error or event, with its arguments below its name. */
export const DecodedView = ({ decoded }: { readonly decoded: Decoded }): JSX.Element => (
  <div class="decoded">
    <strong>
      <ChainText text={decoded.name} first={80} />
    </strong>
    <Arguments args={decoded.args} />
  </div>
);
