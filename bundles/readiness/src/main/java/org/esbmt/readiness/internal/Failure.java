package org.esbmt.readiness.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cause of a component's failed activation. The service component runtime reports it as a stack trace.
 *
 * @param type the class of the exception
 * @param sentence the exception's message, on one line
 * @param stackTrace the whole report
 */
record Failure(String type, String sentence, String stackTrace) {
    private static final Pattern HEAD = Pattern.compile("(?:Caused by: )?([\\w.$]+)(?:: (.*))?");
    /** Exceptions that only wrap another one. */
    private static final Set<String> WRAPPERS =
            Set.of("java.lang.reflect.InvocationTargetException", "org.osgi.service.component.ComponentException");

    private static final String DEPENDENT = "Unable to get service for reference";

    Failure {
        requireNonNull(type, "type");
        requireNonNull(sentence, "sentence");
        requireNonNull(stackTrace, "stackTrace");
    }

    /**
     * Reads a stack trace.
     *
     * @return empty if the component only waits for another one that fails
     */
    static Optional<Failure> of(String stackTrace) {
        Optional<Failure> last = Optional.empty();
        for (String line : stackTrace.lines().toList()) {
            Matcher head = HEAD.matcher(line);
            if ((last.isEmpty() || line.startsWith("Caused by: ")) && head.matches()) {
                last = Optional.of(new Failure(head.group(1), sentence(head.group(1), head.group(2)), stackTrace));
                if (!WRAPPERS.contains(head.group(1))) {
                    break;
                }
            }
        }
        return last.filter(failure -> !failure.sentence().startsWith(DEPENDENT));
    }

    /** Of a failure of the file system the message may be nothing but the name of a file. */
    private static String sentence(String type, String message) {
        if (message == null) {
            return type;
        }
        return type.startsWith("java.nio.file.")
                ? type.substring("java.nio.file.".length()) + ": " + message.strip()
                : message.strip();
    }

    /** Whether a value was refused, and not an attempt to do something with it. */
    boolean isRefusal() {
        return type.equals(IllegalArgumentException.class.getName());
    }
}
