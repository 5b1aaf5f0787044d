package org.esbmt.camel.se.internal.xpath;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The functions that a tenant's expressions may call: those that compute from their arguments, and no others. */
public final class FunctionRules {
    private static final String FN = "http://www.w3.org/2005/xpath-functions";
    private static final Set<String> COMPUTING = Set.of(
            FN,
            FN + "/math",
            FN + "/map",
            FN + "/array",
            "http://www.w3.org/2001/XMLSchema",
            "http://exslt.org/common");
    /** Namespaces of processors' own functions. */
    private static final List<String> PROCESSORS = List.of(
            "java:",
            "class:",
            "http://saxon.sf.net/",
            "http://icl.com/saxon",
            "http://ns.saxonica.com/",
            "http://exslt.org/",
            "http://expath.org/",
            "http://xml.apache.org/",
            "http://www.w3.org/",
            "urn:schemas-microsoft-com:");

    private static final Set<String> CORE_1 = names(
            "last position count id local-name namespace-uri name string concat starts-with contains substring-before"
                    + " substring-after substring string-length normalize-space translate boolean not true false lang"
                    + " number sum floor ceiling round");

    private static final Set<String> CORE_3 = names("abs adjust-date-to-timezone adjust-dateTime-to-timezone"
            + " adjust-time-to-timezone analyze-string apply avg base-uri boolean ceiling codepoint-equal"
            + " codepoints-to-string compare concat contains contains-token count current-date current-dateTime"
            + " current-time data dateTime day-from-date day-from-dateTime days-from-duration deep-equal"
            + " default-collation default-language distinct-values document-uri element-with-id empty encode-for-uri"
            + " ends-with error escape-html-uri exactly-one exists false filter floor fold-left fold-right for-each"
            + " for-each-pair format-date format-dateTime format-integer format-number format-time function-arity"
            + " function-name generate-id has-children head hours-from-dateTime hours-from-duration hours-from-time id"
            + " idref implicit-timezone in-scope-prefixes index-of innermost insert-before iri-to-uri json-to-xml lang"
            + " last local-name local-name-from-QName lower-case matches max min minutes-from-dateTime"
            + " minutes-from-duration minutes-from-time month-from-date month-from-dateTime months-from-duration name"
            + " namespace-uri namespace-uri-for-prefix namespace-uri-from-QName nilled node-name normalize-space"
            + " normalize-unicode not number one-or-more outermost parse-ietf-date parse-json path position"
            + " prefix-from-QName QName remove replace resolve-QName resolve-uri reverse root round round-half-to-even"
            + " seconds-from-dateTime seconds-from-duration seconds-from-time serialize sort starts-with"
            + " static-base-uri string string-join string-length string-to-codepoints subsequence substring"
            + " substring-after substring-before sum tail timezone-from-date timezone-from-dateTime timezone-from-time"
            + " tokenize translate true unordered upper-case xml-to-json year-from-date year-from-dateTime"
            + " years-from-duration zero-or-one");

    private static final Set<String> XSLT = names("accumulator-after accumulator-before copy-of current current-group"
            + " current-grouping-key current-output-uri element-available function-available key regex-group snapshot"
            + " system-property type-available");

    /** Node tests, types and keywords, which may precede a '(' too. */
    private static final Set<String> NO_FUNCTIONS =
            names("and array attribute cast castable child comment document-node"
                    + " div else element empty-sequence eq every except for function ge gt idiv if in instance intersect is"
                    + " item le let lt map mod namespace-node ne node of or processing-instruction return satisfies"
                    + " schema-attribute schema-element some text then to treat union typeswitch");

    private FunctionRules() {}

    private static Set<String> names(String names) {
        return Set.of(names.split(" "));
    }

    /** Returns true if an XPath 1.0 may call the function. */
    static boolean isOfVersion1(String namespace, String local) {
        return "".equals(namespace) && (CORE_1.contains(local) || NO_FUNCTIONS.contains(local));
    }

    /**
     * Sentences about forbidden calls of an expression, each once.
     *
     * @param namespaces the namespace of a prefix, null if it is undeclared
     * @param version1 true for XPath 1.0
     * @param inStylesheet true if functions of XSLT and of the stylesheet itself are available, too
     */
    public static List<String> findings(
            String expression, Function<String, String> namespaces, boolean version1, boolean inStylesheet) {
        List<String> sentences = new ArrayList<>();
        FunctionCalls.find(expression, namespaces, (namespace, local, argument) -> {
            if (!isAllowed(namespace, local, argument, version1, inStylesheet)) {
                String sentence = version1 && isOfVersion2(namespace, local)
                        ? printable(local) + " is a function of XPath 2.0 and later: write saxon=\"true\"."
                        : "There is no function " + printable(local) + " that may be used here.";
                if (!sentences.contains(sentence)) {
                    sentences.add(sentence);
                }
            }
        });
        return sentences;
    }

    /** Returns true if only an XPath of a later version than 1.0 may call the function in a route. */
    private static boolean isOfVersion2(String namespace, String local) {
        if (namespace == null) {
            return false;
        }
        if (namespace.isEmpty() || namespace.equals(FN)) {
            return CORE_3.contains(local);
        }
        return COMPUTING.contains(namespace) && !namespace.startsWith("http://exslt.org/");
    }

    private static boolean isAllowed(
            String namespace, String local, String argument, boolean version1, boolean inStylesheet) {
        if (namespace == null) {
            return false;
        }
        if (version1) {
            return isOfVersion1(namespace, local);
        }
        if (namespace.isEmpty() || namespace.equals(FN)) {
            return CORE_3.contains(local)
                    || (namespace.isEmpty() && NO_FUNCTIONS.contains(local))
                    || (inStylesheet && XSLT.contains(local) && isHarmless(local, argument));
        }
        return COMPUTING.contains(namespace)
                || (inStylesheet && PROCESSORS.stream().noneMatch(namespace::startsWith));
    }

    /** Returns true for system properties of XSLT itself, which are the same everywhere. */
    private static boolean isHarmless(String local, String argument) {
        return !local.equals("system-property") || argument.matches("(?s)\\s*('xsl:[a-z-]+'|\"xsl:[a-z-]+\")\\s*\\).*");
    }

    /** A name from a foreign file, for a sentence. */
    static String printable(String name) {
        String start = name.length() > 60 ? name.substring(0, 60) + "..." : name;
        return start.replaceAll("[^\\x20-\\x7E]", "?");
    }
}
