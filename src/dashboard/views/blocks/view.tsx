/** Shows the blocks of the chain, and single blocks. */
import type { JSX } from 'preact';
import type { View } from '../../shell/view.js';
import { BlockList } from './block_list.js';
import { BlockPage } from './block_page.js';

function Blocks({ place }: { readonly place: readonly string[] }): JSX.Element {
  const [view, which = ''] = place;
  if (view === 'block') return <BlockPage key={which} height={which} />;
  return <BlockList from={which} />;
}

export const blocks: View = {
  path: 'blocks',
  title: 'Blocks',
  group: 'Chain',
  icon: 'blocks',
  component: Blocks,
  paths: ['block'],
};
