package org.esbmt.camel.se.internal.xpath;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The result of an expression.
 *
 * @param text the result as text; empty for an empty sequence
 * @param isTrue the result as a condition
 * @param nodes each node as a document of its own in UTF-8, with its namespaces in scope, if the expression's result is
 *     NODES; of an attribute, a text or another value its text
 */
public record XPathResult(String text, boolean isTrue, List<byte[]> nodes) {
    public XPathResult {
        requireNonNull(text, "text");
        nodes = List.copyOf(nodes);
    }
}
