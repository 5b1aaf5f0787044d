package org.esbmt.administration.soap.internal.vocabulary;

import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Shape;

/** Names of elements and types of the contract. */
public final class Names {
    /** The namespace of all requests, responses and types. */
    public static final String NAMESPACE = "urn:esbmt:administration:1";

    /** The element around a part of a list. */
    public static final String PAGE = "page";

    public static final String TOTAL = "total";
    public static final String TOTAL_EXACT = "totalExact";

    /** The element of a single text, number or content. */
    public static final String RESULT = "result";

    /** The attribute of an entry of a table. */
    public static final String KEY = "key";

    private Names() {}

    /** The element of a response. */
    public static String response(Entry<?> entry) {
        return entry.name() + "Response";
    }

    /** The action of a request, as SOAPAction or as the parameter of a content type. */
    public static String action(String operation) {
        return NAMESPACE + ":" + operation;
    }

    /** The type of a view. */
    public static String view(Shape<?> shape) {
        return capitalized(shape.name()) + "View";
    }

    /** The type of a part of a list. */
    public static String page(Shape<?> shape) {
        return capitalized(shape.name()) + "Page";
    }

    private static String capitalized(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
