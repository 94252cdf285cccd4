/** Says whether stores have answered every call: a test cannot know how long a database takes. */
export function watchAnswers() {
  let missing = 0;
  return {
    isAnswered: (): boolean => missing === 0,
    /** The same store, with its answers watched. */
    watch: <Store extends object>(store: Store): Store =>
      new Proxy(store, {
        get: (target, name) => {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== "function") return member;
          return (...given: unknown[]): unknown => {
            const answer: unknown = Reflect.apply(member, target, given);
            if (!(answer instanceof Promise)) return answer;
            missing += 1;
            return answer.finally(() => (missing -= 1));
          };
        },
      }),
  };
}
