/** Shows the blocks of the chain, and single blocks. */
import type { JSX } from 'preact';
import { BlockList } from './block_list.js';
import { BlockPage } from './block_page.js';

export function Blocks({ place }: { readonly place: readonly string[] }): JSX.Element {
  const [view, which = ''] = place;
  if (view === 'block') return <BlockPage key={which} height={which} />;
  return <BlockList from={which} />;
}
