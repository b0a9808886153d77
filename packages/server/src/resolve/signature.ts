/**
 * The types of resolvers: what a handler receives of them, what they read, and what is wrong with a declaration, as a text
 * where the compiler shows it. The same mistakes are refused at registration by the plan.
 */
import type { InputRequiredResult } from '@mrtr/types';
import type { Question } from '../questions/questions.js';
import type { InferOutput, StandardSchema } from '../schema/standard-schema.js';
import type { Waiting } from './wait.js';

declare const SIGNATURE: unique symbol;

/** Something that fills a parameter: a resolver, or the outcome of one. */
export interface Dependency<Value, Reads, Lifespan> {
  readonly kind: 'resolver' | 'outcome';
  /** Only for the types, and on no value: what is read, and what comes of it. */
  readonly [SIGNATURE]: (reads: Reads, lifespan: Lifespan) => Value;
}

/** Schemas of arguments by their names. */
export type ArgumentSchemas = Readonly<Record<string, StandardSchema>>;

/** Resolvers by the names that they fill. A question by itself is one that always asks. */
export type Needs = Readonly<Record<string, Dependency<unknown, never, never> | Question>>;

/** What came of a question. */
export type Outcome<T> =
  { readonly action: 'accept'; readonly data: T } | { readonly action: 'decline' } | { readonly action: 'cancel' };

/** What fills the parameter, where a resolver returns `R`. */
export type AnswerOf<R> = R extends Question<infer Answer> ? Answer : R extends Waiting ? never : R;

/** What one dependency fills its parameter with. */
export type ValueOf<D> =
  D extends Dependency<infer Value, never, never> ? Value : D extends Question<infer Answer> ? Answer : never;

/** What several do, by name. */
export type ValuesOf<N> = { readonly [K in keyof N]: ValueOf<N[K]> };

/** All the arguments that some dependencies read. */
export type ReadsOf<N> = N[keyof N] extends Dependency<unknown, infer Reads, never> | Question ? Reads : unknown;

/** All that some dependencies expect of the lifespan value. */
export type LifespanOf<N> = N[keyof N] extends Dependency<unknown, never, infer Lifespan> | Question
  ? Lifespan
  : unknown;

/** Arguments as their schemas make them. */
export type OutputsOf<A extends ArgumentSchemas> = {
  readonly [K in keyof A as undefined extends InferOutput<A[K]> ? never : K]: InferOutput<A[K]>;
} & {
  readonly [K in keyof A as undefined extends InferOutput<A[K]> ? K : never]?: InferOutput<A[K]>;
};

/** An intersection as the one object that it is, for people who read it. */
export type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** True where there are no resolvers. */
export type NoneOf<N> = [keyof N] extends [never] ? true : false;

/** What the body of a tool, prompt or template gets: its own input, and what the resolvers fill. */
export type Filled<Input, N> = NoneOf<N> extends true ? Input : Simplify<Input & ValuesOf<N>>;

/** An interim result, which a body beside resolvers can't return: they have the one channel that a call has. */
export interface InterimBesideResolvers {
  readonly resultType: 'input_required';
  /** Nothing fits this: it is here for the compiler to show. */
  readonly "a body beside `resolve` can't return an interim result: ask in a resolver": never;
}

/** What a body may return besides its result. */
export type InterimOf<N> = NoneOf<N> extends true ? InputRequiredResult : InterimBesideResolvers;

/** `unknown` for a sound `resolve` map, else an object type that names the key and says what is wrong with it. */
export type ResolveProblems<Input, N, Lifespan> = Reported<{
  [K in keyof N & string]: Problem<Input, K, N[K], Lifespan>;
}>;

type Reported<P> = [P[keyof P]] extends [never]
  ? unknown
  : { readonly resolve: { [K in keyof P as [P[K]] extends [never] ? never : K]: P[K] } };

type Problem<Input, K extends string, D, Lifespan> =
  K extends KnownKeys<Input>
    ? `"${K}" is an argument of the input already: give the parameter another name`
    : D extends Dependency<unknown, infer Reads, infer L>
      ? Input extends Reads
        ? Lifespan extends L
          ? never
          : 'this resolver expects another lifespan value than the server has'
        : UnmetReads<Input, Reads>
      : never;

type UnmetReads<Input, Reads> = [Lacking<Input, Reads>] extends [never]
  ? `this resolver reads the argument "${Mistyped<Input, Reads>}" with another type than the input gives it`
  : `this resolver reads the argument "${Lacking<Input, Reads>}", which the input does not have`;

/** The arguments that an input does not have at all. */
type Lacking<Input, Reads> = {
  [K in keyof Reads & string]: K extends keyof Input ? never : Partial<Reads> extends Pick<Reads, K> ? never : K;
}[keyof Reads & string];

/** The arguments that it has with another type. */
type Mistyped<Input, Reads> = {
  [K in keyof Reads & string]: Input extends { readonly [P in K]: Reads[K] } ? never : K;
}[keyof Reads & string];

/** Keys by name, without those that an index signature stands for. */
type KnownKeys<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: unknown };

/** `unknown` for a sound declaration, else what is wrong with it. */
export type DeclarationProblems<A, N> = [keyof A & keyof N] extends [never]
  ? unknown
  : { readonly needs: { readonly [K in keyof A & keyof N & string]: `"${K}" is among the args already` } };
