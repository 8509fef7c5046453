/** Links heights, hashes and addresses to their pages. */
import type { JSX } from 'preact';
import { linkTo } from '../../shell/route.js';
import { shortHash } from '../read/format.js';

interface HashProps {
  readonly hash: string;
  /** Shows all characters. */
  readonly whole?: boolean;
}

const shown = ({ hash, whole = false }: HashProps): string => (whole ? hash : shortHash(hash));

export const BlockLink = ({ height }: { readonly height: number | string }): JSX.Element => (
  <a href={linkTo('block', height)}>{height}</a>
);

export const TxLink = (props: HashProps): JSX.Element => (
  <a class="mono" href={linkTo('tx', props.hash)} title={props.hash}>
    {shown(props)}
  </a>
);

interface AddressProps {
  readonly address: string;
  readonly whole?: boolean;
}

export const AddressLink = ({ address, whole = false }: AddressProps): JSX.Element => (
  <a class="mono" href={linkTo('account', address.toLowerCase())} title={address}>
    {shown({ hash: address, whole })}
  </a>
);

/** Shows a hash that has no page, such as a root. */
export const Hash = (props: HashProps): JSX.Element => (
  <span class="mono" title={props.hash}>
    {shown(props)}
  </span>
);
