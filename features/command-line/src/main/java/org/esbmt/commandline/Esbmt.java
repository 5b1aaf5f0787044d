package org.esbmt.commandline;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The program behind {@code bin/esbmt}. */
public final class Esbmt {
    static final String COMPLETION = "completion";

    /** The options with a value that are known without the document. */
    private static final Set<String> VALUED = Set.of(
            Options.OUTPUT,
            Options.PROFILE,
            Options.LOGIN_PASSWORD_FILE,
            Login.URL,
            Login.CA,
            Login.LOGIN,
            Login.PASSWORD_FILE);

    private Esbmt() {}

    /**
     * Runs one command, and ends the process.
     *
     * @param arguments noun, verb, arguments and options
     */
    public static void main(String[] arguments) {
        System.exit(run(Terminal.ofProcess(), Arrays.asList(arguments)));
    }

    /** Runs one command; returns the exit status. */
    static int run(Terminal terminal, List<String> arguments) {
        try {
            command(terminal, arguments);
            if (terminal.out().checkError()) {
                terminal.err().println("The output cannot be written. The command itself is done.");
                return Failure.REFUSED;
            }
            return 0;
        } catch (Failure e) {
            terminal.out().flush();
            e.getMessage().lines().map(Table::safe).forEach(terminal.err()::println);
            return e.status();
        }
    }

    private static void command(Terminal terminal, List<String> arguments) throws Failure {
        if (!arguments.isEmpty() && arguments.get(0).equals(Completion.COMMAND)) {
            Completion.of(terminal, arguments.subList(1, arguments.size())).forEach(terminal.out()::println);
            return;
        }
        // Before the document is there, nobody knows the options without a value.
        Options loose = Options.read(arguments, name -> !hasValue(name));
        List<String> words = loose.words();
        if (Login.is(words)) {
            if (loose.has(Options.HELP)) {
                terminal.out().print(Login.HELP);
            } else if (words.get(0).equals("login")) {
                new Login(terminal, loose).login();
            } else {
                new Login(terminal, loose).logout();
            }
        } else if (!words.isEmpty() && words.get(0).equals(COMPLETION)) {
            terminal.out().print(Completion.script(words.size() == 2 ? words.get(1) : ""));
        } else if (words.isEmpty()) {
            if (!loose.has(Options.HELP) && !arguments.isEmpty()) {
                throw Failure.usage("There is no command: esbmt --help");
            }
            terminal.out().print(Help.ofAll(Session.keptDocument(terminal, loose)));
        } else {
            operation(terminal, arguments, loose);
        }
    }

    private static void operation(Terminal terminal, List<String> arguments, Options loose) throws Failure {
        if (loose.has(Options.HELP)) {
            Optional<Document> kept = Session.keptDocument(terminal, loose);
            Document document = kept.isPresent()
                    ? kept.get()
                    : Session.open(terminal, loose).document();
            terminal.out().print(help(document, loose.words()));
            return;
        }
        Session session = Session.open(terminal, loose);
        Document document = session.document();
        Set<String> flags = document.flags();
        Options options = Options.read(arguments, flags::contains);
        Document.Command command = document.find(options.words())
                .orElseThrow(() -> Failure.usage(
                        Help.ofNoun(document, options.words()).orElse(unknown(document, options.words()))));
        Operation operation = command.operation()
                .orElseThrow(() -> Failure.usage("Usage: esbmt "
                        + String.join(
                                "\n       esbmt ",
                                command.operations().stream().map(Help::usage).toList())));
        new Run(session, options).run(document, operation, command.rest());
    }

    private static String help(Document document, List<String> words) throws Failure {
        Optional<Document.Command> command = document.find(words);
        if (command.isPresent()) {
            return Help.ofCommand(command.get().operations());
        }
        return Help.ofNoun(document, words).orElseThrow(() -> Failure.usage(unknown(document, words)));
    }

    private static String unknown(Document document, List<String> words) {
        boolean noun = Help.ofNoun(document, words.subList(0, 1)).isPresent();
        return "There is no command '" + String.join(" ", words) + "'. esbmt " + (noun ? words.get(0) + " " : "")
                + "--help lists them.";
    }

    /** True for an option that has a value, whatever the document says. */
    static boolean hasValue(String option) {
        return VALUED.contains(option);
    }
}
