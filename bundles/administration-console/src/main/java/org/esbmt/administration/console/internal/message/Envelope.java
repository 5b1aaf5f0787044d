package org.esbmt.administration.console.internal.message;

import java.io.StringReader;
import java.util.Locale;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A SOAP envelope of an administrator, with a place for the sender's TenantContext. The console alone writes the
 * TenantContext, so that no one uses it to try the passwords of other users.
 *
 * @param text the envelope, with {@link #PLACE} once, or without it
 */
public record Envelope(String text, SoapVersion version) {
    /** The comment that the TenantContext replaces. */
    public static final String PLACE = "<!-- TenantContext -->";

    private static final String CONTEXT = "urn:esbmt:tenant-context";

    /**
     * Checks a text.
     *
     * @throws IllegalArgumentException if it is no envelope, or has a TenantContext; the message names the line
     */
    public static Envelope of(String text) {
        int place = text.indexOf(PLACE);
        if (place >= 0 && text.indexOf(PLACE, place + 1) >= 0) {
            throw new IllegalArgumentException("the envelope has more than one " + PLACE);
        }
        return new Envelope(text, version(text));
    }

    private static SoapVersion version(String text) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        SoapVersion version = null;
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamConstants.DTD) {
                    throw new IllegalArgumentException("an envelope has no DOCTYPE");
                }
                if (event == XMLStreamConstants.START_ELEMENT) {
                    version = version == null ? ofRoot(xml) : version;
                    checkElement(xml);
                }
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
            throw new IllegalArgumentException("the envelope is not well-formed XML at line " + line, e);
        }
        return version;
    }

    private static SoapVersion ofRoot(XMLStreamReader xml) {
        if (xml.getLocalName().equals("Envelope")) {
            for (SoapVersion version : SoapVersion.values()) {
                if (version.namespace().equals(xml.getNamespaceURI())) {
                    return version;
                }
            }
        }
        throw new IllegalArgumentException("the root element is no Envelope of SOAP 1.1 or 1.2");
    }

    private static void checkElement(XMLStreamReader xml) {
        String namespace = xml.getNamespaceURI();
        if (namespace != null && namespace.toLowerCase(Locale.ROOT).startsWith(CONTEXT)) {
            throw new IllegalArgumentException("line " + xml.getLocation().getLineNumber()
                    + " has a TenantContext, which the console writes itself in the place of " + PLACE);
        }
    }

    /** The message to send. */
    public String from(TenantId tenant, UserId user, String password) {
        return text.replace(PLACE, context(tenant, user, escaped(password)));
    }

    /** The message for people, with a text in the place of the password, which is not escaped. */
    public String shown(TenantId tenant, UserId user, String password) {
        return text.replace(PLACE, context(tenant, user, password).replace("><", ">\n      <"));
    }

    private String context(TenantId tenant, UserId user, String password) {
        return "<TenantContext xmlns=\"" + CONTEXT + ":1\" xmlns:s=\"" + version.namespace()
                + "\" s:mustUnderstand=\"1\"><tenantID>" + tenant + "</tenantID><userID>" + user + "</userID><password>"
                + password + "</password></TenantContext>";
    }

    private static String escaped(String password) {
        StringBuilder escaped = new StringBuilder();
        password.codePoints().forEach(c -> {
            boolean permitted = c == '\t' || (c >= ' ' && c != 0xFFFE && c != 0xFFFF && (c < 0xD800 || c > 0xDFFF));
            if (!permitted) {
                throw new IllegalArgumentException("the password has a character that XML does not permit");
            }
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                default -> escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }
}
