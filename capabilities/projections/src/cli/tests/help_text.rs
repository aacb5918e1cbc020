//! What `--help` says, word for word.

use expect_test::{Expect, expect};

use super::{
    parser,
    sample::{approved, everything, search},
};

#[track_caller]
fn check(words: &[&str], expected: Expect) {
    let (one, two, three) = (search(), approved(), everything());
    let shown = parser(&[&one, &two, &three])
        .term_width(100)
        .try_get_matches_from(words)
        .unwrap_err()
        .to_string();
    let trimmed: Vec<&str> = shown.lines().map(str::trim_end).collect();
    expected.assert_eq(&format!("{}\n", trimmed.join("\n")));
}

#[test]
fn of_a_capability() {
    check(
        &["capstan", "search", "--help"],
        expect![[r#"
            Search the site

            Finds pages by their words. The best come first.

            Usage: capstan search [OPTIONS] [QUERY]

            Arguments:
              [QUERY]
                      The same as --query

            Input:
                  --query <TEXT>
                      What to look for. [required; a string of 1 to 1000 characters]

                  --limit <NUMBER>
                      How many matches. [an integer from 1 to 50; default 10]

                  --kinds <CHOICE>
                      Only these kinds. [repeatable, each one of page, skill]

                  --explain[=<BOOLEAN>]
                      Say why. [true or false; default false]

                  --input <JSON>
                      The whole input as JSON; flags are set over it. `-` reads it from standard input

            Options:
                  --json
                      Answer in JSON, failures too (those on standard error)

                  --yes
                      Approve the calls that this process makes, where one needs it

                  --url <URL>
                      Call the Capstan at this address instead of a local site

                  --site <DIR>
                      The built site to open [env CAPSTAN_SITE; else .capstan/site, here or above]

              -h, --help
                      Print help (-h for a summary, --help for all of it)

            Effects: changes nothing; touches only what this service holds.

            Fails with:
              InvalidCursor  exit 4

            Examples:
              capstan search ownership
        "#]],
    );
}

#[test]
fn in_short() {
    check(
        &["capstan", "search", "-h"],
        expect![[r#"
            Finds pages by their words

            Usage: capstan search [OPTIONS] [QUERY]

            Arguments:
              [QUERY]  The same as --query

            Input:
                  --query <TEXT>         What to look for. [required; a string of 1 to 1000 characters]
                  --limit <NUMBER>       How many matches. [an integer from 1 to 50; default 10]
                  --kinds <CHOICE>       Only these kinds. [repeatable, each one of page, skill]
                  --explain[=<BOOLEAN>]  Say why. [true or false; default false]
                  --input <JSON>         The whole input as JSON; flags are set over it. `-` reads it from
                                         standard input

            Options:
                  --json        Answer in JSON, failures too (those on standard error)
                  --yes         Approve the calls that this process makes, where one needs it
                  --url <URL>   Call the Capstan at this address instead of a local site
                  --site <DIR>  The built site to open [env CAPSTAN_SITE; else .capstan/site, here or above]
              -h, --help        Print help (-h for a summary, --help for all of it)
        "#]],
    );
}

#[test]
fn of_one_that_needs_approval() {
    check(
        &["capstan", "notes", "erase", "--help"],
        expect![[r#"
            Search the site

            Finds pages by their words. The best come first.

            Usage: capstan notes erase [OPTIONS] [QUERY]

            Arguments:
              [QUERY]
                      The same as --query

            Input:
                  --query <TEXT>
                      What to look for. [required; a string of 1 to 1000 characters]

                  --limit <NUMBER>
                      How many matches. [an integer from 1 to 50; default 10]

                  --kinds <CHOICE>
                      Only these kinds. [repeatable, each one of page, skill]

                  --explain[=<BOOLEAN>]
                      Say why. [true or false; default false]

                  --input <JSON>
                      The whole input as JSON; flags are set over it. `-` reads it from standard input

            Options:
                  --json
                      Answer in JSON, failures too (those on standard error)

                  --yes
                      Approve the calls that this process makes; without it the terminal is asked

                  --url <URL>
                      Call the Capstan at this address instead of a local site

                  --site <DIR>
                      The built site to open [env CAPSTAN_SITE; else .capstan/site, here or above]

              -h, --help
                      Print help (-h for a summary, --help for all of it)

            Effects: may change or remove what exists; each call counts; touches only what this service holds.
            Approval: a person must approve each call. On a terminal you are asked; elsewhere the call is
              denied unless --yes is given. --yes approves only calls of the local engine, so --url refuses it.

            Fails with:
              InvalidCursor   exit 4
              ApprovalDenied  exit 7

            Examples:
              capstan notes erase ownership
        "#]],
    );
}

#[test]
fn of_a_namespace() {
    check(
        &["capstan", "every", "--help"],
        expect![[r#"
        The capabilities below `every`

        Usage: capstan every <COMMAND>

        Commands:
          thing  Does it

        Options:
          -h, --help  Print help
    "#]],
    );
}
