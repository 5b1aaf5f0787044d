package org.esbmt.commandline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The words and options of a command line. {@code --} ends the options, and {@code -} is a word. */
final class Options {
    static final String HELP = "help";
    static final String OUTPUT = "output";
    static final String PROFILE = "profile";
    static final String LOGIN_PASSWORD_FILE = "login-password-file";
    static final String WAIT = "wait";
    /** An option of commands with pages. */
    static final String ALL = "all";

    /** The options of every command. */
    static final Set<String> COMMON = Set.of(HELP, OUTPUT, PROFILE, LOGIN_PASSWORD_FILE, WAIT);

    private static final Set<String> FLAGS = Set.of(HELP, WAIT, ALL);

    private final List<String> words = new ArrayList<>();
    private final Map<String, List<String>> values = new HashMap<>();

    private Options() {}

    /**
     * Reads a command line.
     *
     * @param isFlag tells whether an option, without its hyphens, has no value
     * @throws Failure if an option has no value
     */
    static Options read(List<String> arguments, Predicate<String> isFlag) throws Failure {
        Options options = new Options();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("--")) {
                options.words.addAll(arguments.subList(i + 1, arguments.size()));
                break;
            }
            if (!argument.startsWith("--")) {
                if (argument.startsWith("-") && argument.length() > 1) {
                    throw Failure.usage("Unknown option " + argument + ". Options begin with two hyphens.");
                }
                options.words.add(argument);
                continue;
            }
            int equal = argument.indexOf('=');
            String name = argument.substring(2, equal < 0 ? argument.length() : equal);
            if (equal >= 0) {
                options.put(name, argument.substring(equal + 1));
            } else if (isFlag(name) || isFlag.test(name)) {
                options.put(name, "true");
            } else if (i + 1 < arguments.size()) {
                options.put(name, arguments.get(++i));
            } else {
                throw Failure.usage("--" + name + " needs a value.");
            }
        }
        return options;
    }

    /** True for an option of every document that has no value. */
    static boolean isFlag(String name) {
        return FLAGS.contains(name);
    }

    private void put(String name, String value) {
        values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }

    List<String> words() {
        return List.copyOf(words);
    }

    Set<String> names() {
        return values.keySet();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** @throws Failure if the option stands there twice */
    Optional<String> find(String name) throws Failure {
        List<String> found = all(name);
        if (found.size() > 1) {
            throw Failure.usage("--" + name + " stands there twice.");
        }
        return found.stream().findFirst();
    }
}
