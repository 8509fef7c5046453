/**
 * Tokens of the event query language (consensus-rpc.md 9.1). A token's type is the words by which CometBFT's error texts
 * name it.
 */

export type OperandType = 'string' | 'number' | 'timestamp' | 'datestamp';
export type Comparison = '= operator' | '< operator' | '<= operator' | '> operator' | '>= operator';
export type OperatorType = Comparison | 'CONTAINS operator' | 'EXISTS operator';
export type TokenType = 'tag' | OperandType | OperatorType | 'AND operator';

export interface Token {
  readonly type: TokenType;
  /** Without the quotes of a string and without the word in front of a time or date. */
  readonly text: string;
  /** Byte offset of the first character. */
  readonly offset: number;
}

/** What the scanner finds: a token, the end, or something that is none of them (`message` as CometBFT words it). */
export type Scanned =
  | { readonly type: 'token'; readonly token: Token }
  | { readonly type: 'end'; readonly offset: number }
  | { readonly type: 'problem'; readonly offset: number; readonly message: string };
