/**
 * The tokens of the event query language (consensus-rpc.md 9.1). The name of a token's type is the one in CometBFT's
 * error texts.
 */

export type OperandType = 'string' | 'number' | 'timestamp' | 'datestamp';
export type Comparison = '= operator' | '< operator' | '<= operator' | '> operator' | '>= operator';
export type OperatorType = Comparison | 'CONTAINS operator' | 'EXISTS operator';
export type TokenType = 'tag' | OperandType | OperatorType | 'AND operator';

export interface Token {
  readonly type: TokenType;
  /** Spelling without the quotes of a string and without the word in front of a time or date. */
  readonly text: string;
  /** Byte offset of the first character. */
  readonly offset: number;
}

/** Result of the scanner: a token, the end, or an error with CometBFT's `message`. */
export type Scanned =
  | { readonly type: 'token'; readonly token: Token }
  | { readonly type: 'end'; readonly offset: number }
  | { readonly type: 'problem'; readonly offset: number; readonly message: string };
