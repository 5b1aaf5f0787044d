package org.esbmt.camel.se.internal.document;

import java.util.Collections;
import net.sf.saxon.Configuration;
import net.sf.saxon.lib.CollationURIResolver;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.lib.Logger;
import net.sf.saxon.lib.ResourceResolver;
import net.sf.saxon.trans.XPathException;

/**
 * Saxon's setup for texts of tenants: it resolves nothing, calls no extension and writes no log. Saxon's woven classes
 * cannot reach outside in any case. This setup repeats that in Saxon's own options.
 */
public final class SaxonSetup {
    private static final String CODEPOINT = "http://www.w3.org/2005/xpath-functions/collation/codepoint";
    private static final int BACKTRACKING = 1_000_000;

    private SaxonSetup() {}

    /** A configuration for one compiled object: names, patterns and caches of tenants are never shared. */
    public static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.setLogger(new Silence());
        configuration.setErrorReporterFactory(c -> error -> {});
        configuration.setBooleanProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        configuration.setBooleanProperty(Feature.DISABLE_XSL_EVALUATE, true);
        configuration.setBooleanProperty(Feature.ALLOW_MULTITHREADING, false);
        configuration.setBooleanProperty(Feature.ALLOW_SYNTAX_EXTENSIONS, false);
        configuration.setBooleanProperty(Feature.XINCLUDE, false);
        configuration.setBooleanProperty(Feature.DTD_VALIDATION, false);
        configuration.setBooleanProperty(Feature.PRE_EVALUATE_DOC_FUNCTION, false);
        configuration.setConfigurationProperty(Feature.REGEX_BACKTRACKING_LIMIT, BACKTRACKING);
        configuration.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        configuration.setConfigurationProperty(Feature.ENVIRONMENT_VARIABLE_RESOLVER, new NoEnvironment());
        configuration.setResourceResolver(nothing());
        configuration.setUnparsedTextURIResolver((uri, encoding, c) -> {
            throw unreachable();
        });
        configuration.setCollectionFinder((context, uri) -> {
            throw unreachable();
        });
        CollationURIResolver collations = configuration.getCollationURIResolver();
        configuration.setCollationURIResolver((uri, c) -> {
            if (!uri.equals(CODEPOINT) && !uri.endsWith("/html-ascii-case-insensitive")) {
                throw new XPathException("Texts are only compared by code point.", "FOCH0002");
            }
            return collations.resolve(uri, c);
        });
        return configuration;
    }

    /** Resolves nothing, without a look-up. */
    public static ResourceResolver nothing() {
        return request -> {
            throw unreachable();
        };
    }

    static XPathException unreachable() {
        return new XPathException("Nothing outside of the message and the unit can be reached.", "FODC0002");
    }

    private static final class Silence extends Logger {
        @Override
        public void println(String message, int severity) {
            // findings and faults contain all messages
        }
    }

    private static final class NoEnvironment implements net.sf.saxon.lib.EnvironmentVariableResolver {
        @Override
        public java.util.Set<String> getAvailableEnvironmentVariables() {
            return Collections.emptySet();
        }

        @Override
        public String getEnvironmentVariable(String name) {
            return null;
        }
    }
}
