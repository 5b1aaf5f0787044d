package org.esbmt.camel.se.internal.document;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import net.sf.saxon.lib.SaxonOutputKeys;
import net.sf.saxon.serialize.SerializationProperties;

/**
 * The output properties of a stylesheet, as far as {@link ResultWriter} has to know them. It writes the usual ones: XML in
 * UTF-8, without indentation, document type and character maps. All others are left to Saxon.
 *
 * @param isUsual true if the writer may write the result
 * @param isXml true if the stylesheet says so; otherwise HTML begins with the element html
 * @param declared true for a result with an XML declaration
 */
public record ResultForm(boolean isUsual, boolean isXml, boolean declared) {
    private static final Map<String, Set<String>> USUAL = Map.ofEntries(
            Map.entry("method", Set.of("xml")),
            Map.entry("version", Set.of("1.0")),
            Map.entry("indent", Set.of("no")),
            Map.entry("omit-xml-declaration", Set.of("no", "yes")),
            Map.entry("standalone", Set.of("omit")),
            Map.entry("media-type", Set.of()),
            Map.entry("encoding", Set.of()), // replaced by UTF-8, for every stylesheet
            Map.entry("doctype-system", Set.of("")),
            Map.entry("cdata-section-elements", Set.of("")),
            Map.entry(SaxonOutputKeys.USE_CHARACTER_MAPS, Set.of("")),
            Map.entry(SaxonOutputKeys.NORMALIZATION_FORM, Set.of("none")),
            Map.entry(SaxonOutputKeys.UNDECLARE_PREFIXES, Set.of("no")),
            Map.entry(SaxonOutputKeys.BYTE_ORDER_MARK, Set.of("no")),
            Map.entry(SaxonOutputKeys.STYLESHEET_VERSION, Set.of()));

    /** The form that a stylesheet declares. */
    public static ResultForm of(SerializationProperties declared) {
        Properties properties = declared.getProperties();
        boolean isUsual = declared.getValidationFactory() == null
                && properties.stringPropertyNames().stream()
                        .allMatch(name -> isUsual(USUAL.get(name), properties.getProperty(name)));
        return new ResultForm(
                isUsual,
                properties.getProperty("method") != null,
                !"yes".equals(properties.getProperty("omit-xml-declaration")));
    }

    /** An empty set of values stands for any. */
    private static boolean isUsual(Set<String> values, String value) {
        return values != null && (values.isEmpty() || values.contains(value));
    }
}
