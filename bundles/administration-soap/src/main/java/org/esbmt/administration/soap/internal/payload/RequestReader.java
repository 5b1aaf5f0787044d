package org.esbmt.administration.soap.internal.payload;

import static java.util.Objects.requireNonNull;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.Defaults;
import org.esbmt.administration.soap.internal.vocabulary.Names;

/** Reads the element of a request: a child for each word, in any order. Confined to one thread. */
public final class RequestReader {
    private static final String XOP = "http://www.w3.org/2004/08/xop/include";
    private static final int MAX_ELEMENTS = 1_000;

    private final Map<String, Word<?>> words = new LinkedHashMap<>();
    private final XMLStreamReader in;
    private final Parts parts;
    private final SoapArguments arguments = new SoapArguments();

    private RequestReader(XMLStreamReader in, Entry<?> entry, Parts parts) {
        this.in = requireNonNull(in, "in");
        this.parts = requireNonNull(parts, "parts");
        entry.words().forEach(word -> words.put(word.name(), word));
    }

    /**
     * Reads a request up to its end tag.
     *
     * @param in at the start tag of the request
     * @throws Refusal for an unknown element, a doubled one, an attribute, and a value of another type than the kind has
     */
    public static SoapArguments read(XMLStreamReader in, Entry<?> entry, Parts parts)
            throws XMLStreamException, Refusal {
        RequestReader reader = new RequestReader(in, entry, parts);
        boolean read = false;
        try {
            reader.words();
            read = true;
        } finally {
            if (!read) {
                reader.arguments.close();
            }
        }
        return reader.arguments;
    }

    private void words() throws XMLStreamException, Refusal {
        refuseAttributes();
        while (nextTag() == XMLStreamConstants.START_ELEMENT) {
            String name = in.getLocalName();
            Word<?> word = Names.NAMESPACE.equals(in.getNamespaceURI()) ? words.get(name) : null;
            if (word == null) {
                throw Refusal.invalid(shown(name), "the request has no element '" + shown(name) + "' here");
            }
            refuseAttributes();
            Object value = value(word);
            if (isRepeated(word)) {
                if (arguments.add(word, value) > MAX_ELEMENTS) {
                    throw Refusal.invalid(word.name(), word.name() + " has at most " + MAX_ELEMENTS + " elements");
                }
            } else if (!arguments.put(word, value)) {
                throw Refusal.invalid(word.name(), word.name() + " stands there twice");
            }
        }
        words.keySet().stream()
                .filter(Defaults.VALUES::containsKey)
                .forEach(name -> arguments.putDefault(name, Defaults.VALUES.get(name)));
    }

    private static boolean isRepeated(Word<?> word) {
        return word.kind() == Kind.TEXTS || word.kind() == Kind.FILES;
    }

    private int nextTag() throws XMLStreamException, Refusal {
        while (true) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT, XMLStreamConstants.END_ELEMENT -> {
                    return in.getEventType();
                }
                case XMLStreamConstants.COMMENT, XMLStreamConstants.SPACE -> {
                    // between elements, comments have no meaning
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!in.getText().isBlank()) {
                        throw Refusal.invalid("a request has no text between its elements");
                    }
                }
                default -> throw Refusal.invalid("a request has elements and texts only");
            }
        }
    }

    private void refuseAttributes() throws Refusal {
        for (int i = 0; i < in.getAttributeCount(); i++) {
            String space = in.getAttributeNamespace(i);
            boolean declaration = XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(space);
            if (!declaration) {
                String name = shown(in.getLocalName());
                throw Refusal.invalid(name, "the element '" + name + "' has no attributes");
            }
        }
    }

    private Object value(Word<?> word) throws XMLStreamException, Refusal {
        if (word.kind() == Kind.BYTES || word.kind() == Kind.FILES) {
            return content(word);
        }
        String text = text(word.name());
        return switch (word.kind()) {
            case TEXT, IDENTIFIER, MOMENT, TEXTS, CHOICE -> text;
            case SECRET -> text.toCharArray();
            case NUMBER -> number(word, text, Long.MIN_VALUE, Long.MAX_VALUE);
            case COUNT -> number(word, text, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case FLAG -> flag(word, text.strip().toLowerCase(Locale.ROOT));
            default -> throw new IllegalStateException(word + " is no value of a request");
        };
    }

    private static Long number(Word<?> word, String text, long least, long most) throws Refusal {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // refused below, as a number that is too large
        }
        throw Refusal.invalid(word.name(), word.name() + " is a whole number from " + least + " to " + most);
    }

    private static Boolean flag(Word<?> word, String text) throws Refusal {
        return switch (text) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw Refusal.invalid(word.name(), word.name() + " is true or false");
        };
    }

    /** Reads the text of an element up to its end tag. */
    private String text(String name) throws XMLStreamException, Refusal {
        StringBuilder text = new StringBuilder();
        while (true) {
            switch (in.next()) {
                case XMLStreamConstants.END_ELEMENT -> {
                    return text.toString();
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(in.getText());
                default -> throw Refusal.invalid(name, name + " is a text without elements and comments");
            }
        }
    }

    /** Reads base64, or a reference to a part of the message. */
    private Content content(Word<?> word) throws XMLStreamException, Refusal {
        String name = word.name();
        StringBuilder text = new StringBuilder();
        Content referred = null;
        while (true) {
            switch (in.next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(in.getText());
                case XMLStreamConstants.START_ELEMENT -> {
                    if (referred != null) {
                        throw Refusal.invalid(name, name + " has one Include");
                    }
                    referred = included(name);
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return referred == null ? decoded(name, text) : alone(name, text, referred);
                }
                default -> throw Refusal.invalid(name, name + " is base64 or an Include");
            }
        }
    }

    private Content included(String name) throws XMLStreamException, Refusal {
        boolean include = XOP.equals(in.getNamespaceURI()) && in.getLocalName().equals("Include");
        String href = in.getAttributeValue(null, "href");
        if (!include || href == null) {
            throw Refusal.invalid(name, name + " is base64 or an Include with href");
        }
        Content part = parts.take(href);
        if (nextTag() != XMLStreamConstants.END_ELEMENT) {
            throw Refusal.invalid(name, "an Include has no content");
        }
        return part;
    }

    private static Content alone(String name, StringBuilder text, Content referred) throws Refusal {
        if (!text.toString().isBlank()) {
            throw Refusal.invalid(name, name + " is base64 or an Include, not both");
        }
        return referred;
    }

    private static Content decoded(String name, StringBuilder text) throws Refusal {
        try {
            return Content.of(Base64.getDecoder().decode(text.toString().replaceAll("[ \t\r\n]", "")));
        } catch (IllegalArgumentException e) {
            throw Refusal.invalid(name, name + " is no base64");
        }
    }

    /** The begin of a name that a client chose, without control characters. */
    private static String shown(String name) {
        String begin = name.length() > 40 ? name.substring(0, 40) + "..." : name;
        return begin.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]", "?");
    }
}
