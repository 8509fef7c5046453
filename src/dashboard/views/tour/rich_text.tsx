/** Shows text in which parts between backticks are code. */
import type { JSX } from 'preact';

export const RichText = ({ text }: { readonly text: string }): JSX.Element => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
);
