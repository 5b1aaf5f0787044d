package org.esbmt.administration.rest.internal.route;

import java.util.Optional;
import java.util.function.Function;

/**
 * The name of a service in an address. A namespace has slashes, which a path does not encode well behind proxies. So the path has the
 * local name, and the query has the namespace.
 */
public final class QualifiedNames {
    private QualifiedNames() {}

    /** The name as the contract has it: {@code {namespace}local}, or the local name alone. */
    public static String joined(String namespace, String local) {
        return namespace.isEmpty() ? local : "{" + namespace + "}" + local;
    }

    /** Tells whether a local name of a path is none, so that one service has one address. */
    public static boolean isQualified(String local) {
        return local.startsWith("{");
    }

    /** Values of variables with the parts of the value {@code service}. */
    public static Function<String, Optional<String>> split(Function<String, Optional<String>> values) {
        return variable -> switch (variable) {
            case Signature.SERVICE -> values.apply(Signature.SERVICE).map(QualifiedNames::local);
            case Signature.NAMESPACE -> values.apply(Signature.SERVICE).map(QualifiedNames::namespace);
            default -> values.apply(variable);
        };
    }

    private static String local(String name) {
        return name.substring(end(name));
    }

    private static String namespace(String name) {
        return end(name) == 0 ? "" : name.substring(1, end(name) - 1);
    }

    /** The begin of the local name. */
    private static int end(String name) {
        return name.startsWith("{") ? name.indexOf('}') + 1 : 0;
    }
}
