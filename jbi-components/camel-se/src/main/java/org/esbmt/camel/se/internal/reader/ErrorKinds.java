package org.esbmt.camel.se.internal.reader;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.esbmt.camel.se.internal.model.ErrorKind;

/** The names of exceptions that a route may use. No class of such a name is loaded. */
final class ErrorKinds {
    private static final Map<String, ErrorKind> BY_NAME = Map.of(
            "java.lang.Exception", ErrorKind.ANY,
            "java.lang.Throwable", ErrorKind.ANY,
            "org.esbmt.Fault", ErrorKind.FAULT,
            "org.esbmt.Unavailable", ErrorKind.UNAVAILABLE,
            "java.io.IOException", ErrorKind.UNAVAILABLE,
            "org.esbmt.Timeout", ErrorKind.TIMEOUT,
            "java.util.concurrent.TimeoutException", ErrorKind.TIMEOUT,
            "org.esbmt.Invalid", ErrorKind.INVALID,
            "org.apache.camel.ValidationException", ErrorKind.INVALID);

    private ErrorKinds() {}

    static Set<ErrorKind> of(Node parent, Findings findings) {
        Set<ErrorKind> kinds = EnumSet.noneOf(ErrorKind.class);
        for (Node exception : parent.children("exception")) {
            String name = exception.text().toString().strip();
            ErrorKind kind = BY_NAME.get(name);
            if (kind != null) {
                kinds.add(kind);
            } else if (exception.refused().isEmpty()) {
                findings.add(
                        exception.place(),
                        "camel.exception",
                        "the exception " + Findings.quoted(name) + " is not there; there are "
                                + String.join(", ", new TreeSet<>(BY_NAME.keySet())));
            }
        }
        return kinds;
    }

    static String name(ErrorKind kind) {
        return switch (kind) {
            case ANY -> "java.lang.Exception";
            case FAULT -> "org.esbmt.Fault";
            case UNAVAILABLE -> "org.esbmt.Unavailable";
            case TIMEOUT -> "org.esbmt.Timeout";
            case INVALID -> "org.esbmt.Invalid";
        };
    }
}
