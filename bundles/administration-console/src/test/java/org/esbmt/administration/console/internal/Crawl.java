package org.esbmt.administration.console.internal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import org.htmlunit.Page;
import org.htmlunit.html.HtmlAnchor;
import org.htmlunit.html.HtmlPage;

/** Follows every link of the console, each address once. */
final class Crawl {
    private static final int MOST = 300;

    private Crawl() {}

    /** An action on each page. */
    @FunctionalInterface
    interface OnPage {
        void visit(String address, HtmlPage page) throws IOException;
    }

    /** Visits every page that links reach, and returns their addresses below the port's path. */
    static Set<String> of(Visit visit, OnPage action) throws IOException {
        Set<String> seen = new LinkedHashSet<>();
        Deque<String> next = new ArrayDeque<>(Set.of(""));
        while (!next.isEmpty() && seen.size() < MOST) {
            String address = next.remove();
            if (!seen.add(address)) {
                continue;
            }
            Page page = visit.client.getPage(visit.address(address));
            if (!(page instanceof HtmlPage html)) {
                seen.remove(address);
                continue;
            }
            action.visit(address, html);
            for (HtmlAnchor link : html.getAnchors()) {
                String href = link.getHrefAttribute();
                if (href.startsWith("/bus/") && !href.contains("/archive?")) {
                    next.add(href.substring("/bus/".length()));
                }
            }
        }
        return seen;
    }
}
