package org.esbmt.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The texts of --help, from the document of the bus. */
final class Help {
    private static final String BEGIN = """
            esbmt <noun> <verb> [argument]... [--option <value>]...

            Administers a bus over its REST API. A noun and a verb are those of the shell: esbmt tenant list.

              esbmt login            logs in to a bus: esbmt login --help
              esbmt logout           ends the login
              esbmt completion bash  prints a script that completes commands; also fish, zsh

            """;

    private static final String COMMON = """

            Options of every command:
              --output <table|json>         table for people, json for programs; the default is json if the output is no terminal
              --profile <name>              the login of esbmt login --profile <name>
              --login-password-file <file>  has the password in its first line, - for the standard input; or set ESBMT_PASSWORD
              --wait                        waits until the nodes have applied a change
              --help                        describes a command

            Exit status: 0 done, 1 refused, 2 wrong arguments, 3 no connection, 4 in doubt.
            """;

    private Help() {}

    /** The text about all commands; without a document it says how to get one. */
    static String ofAll(Optional<Document> document) {
        StringBuilder text = new StringBuilder(BEGIN);
        if (document.isEmpty()) {
            return text.append("The commands are those of the bus. Log in first, then --help lists them.\n")
                    .append(COMMON)
                    .toString();
        }
        Map<String, TreeSet<String>> verbs = new TreeMap<>();
        for (Operation operation : document.get().operations()) {
            String[] words = operation.command().split("-", 2);
            verbs.computeIfAbsent(words[0], noun -> new TreeSet<>()).add(words.length < 2 ? "" : words[1]);
        }
        verbs.forEach((noun, its) -> text.append(String.format(
                "  %-12s %s%n",
                noun, its.stream().filter(verb -> !verb.isEmpty()).collect(Collectors.joining(", ")))));
        return text.append(COMMON).toString();
    }

    /** The commands that begin with words, with their sentences; empty if there are none. */
    static Optional<String> ofNoun(Document document, List<String> words) {
        String prefix = String.join("-", words) + "-";
        List<Operation> its = document.operations().stream()
                .filter(operation -> operation.command().startsWith(prefix))
                .toList();
        if (its.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder();
        for (Operation operation : its) {
            text.append("esbmt ")
                    .append(usage(operation))
                    .append("\n    ")
                    .append(summary(operation))
                    .append('\n');
        }
        return Optional.of(text.toString());
    }

    /** The text about one command. */
    static String ofCommand(List<Operation> operations) {
        return operations.stream().map(Help::one).collect(Collectors.joining("\n")) + COMMON;
    }

    private static String one(Operation operation) {
        StringBuilder text = new StringBuilder("esbmt ")
                .append(usage(operation))
                .append("\n\n")
                .append(summary(operation))
                .append("\n");
        List<String> lines = new ArrayList<>();
        for (Parameter parameter : operation.parameters()) {
            if (parameter.place() == Parameter.Place.PATH) {
                lines.add(line(
                        "<" + parameter.option() + ">",
                        parameter,
                        !parameter.byName().isEmpty()));
            }
        }
        for (Parameter parameter : operation.options()) {
            String value = parameter.isFlag() ? "" : parameter.type().equals("object") ? " <name>=<value>" : " <value>";
            lines.add(line("--" + parameter.option() + value, parameter, false));
        }
        if (operation.has(Operation.NEXT)) {
            lines.add(String.format("  %-30s %s", "--all", "All pages."));
        }
        if (!operation.content().isEmpty()) {
            lines.add(String.format("  %-30s %s", "<file>", file(operation) + "; - for the standard input."));
        }
        lines.forEach(line -> text.append('\n').append(line));
        return text.append('\n').toString();
    }

    private static String file(Operation operation) {
        return operation.attachments().isPresent()
                ? "A batch in XML with the files that it names beside it, or in JSON with a name that ends with .json"
                : "A file of the type " + operation.content().get(0);
    }

    private static String line(String name, Parameter parameter, boolean byName) {
        String choices = parameter.choices().isEmpty() ? "" : " " + String.join(", ", parameter.choices()) + ".";
        String secret = parameter.secret() ? " In the first line of the file; asked for without the option." : "";
        String needed = parameter.required() && parameter.place() != Parameter.Place.PATH && !parameter.secret()
                ? " Required."
                : "";
        return String.format(
                "  %-30s %s",
                name, parameter.description() + (byName ? " Its name will do." : "") + choices + secret + needed);
    }

    private static String summary(Operation operation) {
        return operation.planned() ? "Plans it without any change: " + operation.summary() : operation.summary();
    }

    /** The command with its arguments. */
    static String usage(Operation operation) {
        String words = operation.command().replaceFirst("-", " ");
        return words
                + operation.positionals().stream()
                        .map(name -> " <" + name + ">")
                        .collect(Collectors.joining());
    }
}
