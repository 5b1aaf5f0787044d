package org.esbmt.administration.soap.internal.refusal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.esbmt.administration.soap.internal.vocabulary.Names;
import org.esbmt.administration.soap.internal.vocabulary.RefusalNames;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;
import org.esbmt.administration.soap.internal.vocabulary.XmlCharacters;

/** Writes the envelope of a fault. */
public final class FaultText {
    private static final String SECURITY =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    private static final XMLOutputFactory WRITERS = new WstxOutputFactory();

    private FaultText() {}

    /** The whole message, in UTF-8. */
    public static byte[] of(Refusal.Fault fault, SoapVersion version) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            XMLStreamWriter out = WRITERS.createXMLStreamWriter(bytes, UTF_8.name());
            out.writeStartElement("soap", "Envelope", version.namespace());
            out.writeNamespace("soap", version.namespace());
            out.writeNamespace("wsse", SECURITY);
            if (version == SoapVersion.SOAP_12 && !fault.unknown().isEmpty()) {
                notUnderstood(out, fault.unknown());
            }
            out.writeStartElement("soap", "Body", version.namespace());
            out.writeStartElement("soap", "Fault", version.namespace());
            if (version == SoapVersion.SOAP_11) {
                write11(out, fault);
            } else {
                write12(out, fault);
            }
            out.writeEndDocument();
            out.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return bytes.toByteArray();
    }

    /** Names the header blocks (SOAP 1.2, 5.4.8). */
    private static void notUnderstood(XMLStreamWriter out, List<QName> unknown) throws XMLStreamException {
        String soap = SoapVersion.SOAP_12.namespace();
        out.writeStartElement("soap", "Header", soap);
        for (QName name : unknown) {
            out.writeStartElement("soap", "NotUnderstood", soap);
            if (name.getNamespaceURI().isEmpty()) {
                out.writeAttribute("qname", name.getLocalPart());
            } else {
                out.writeNamespace("unknown", name.getNamespaceURI());
                out.writeAttribute("qname", "unknown:" + name.getLocalPart());
            }
            out.writeEndElement();
        }
        out.writeEndElement();
    }

    private static void write11(XMLStreamWriter out, Refusal.Fault fault) throws XMLStreamException {
        FaultCode code = fault.code();
        leaf(out, "faultcode", code.security().map(name -> "wsse:" + name).orElse("soap:" + code.code11()));
        leaf(out, "faultstring", fault.sentence());
        out.writeStartElement("detail");
        detail(out, fault);
        out.writeEndElement();
    }

    private static void write12(XMLStreamWriter out, Refusal.Fault fault) throws XMLStreamException {
        String soap = SoapVersion.SOAP_12.namespace();
        out.writeStartElement("soap", "Code", soap);
        value(out, "soap:" + fault.code().code12());
        if (fault.code().security().isPresent()) {
            out.writeStartElement("soap", "Subcode", soap);
            value(out, "wsse:" + fault.code().security().get());
            out.writeEndElement();
        }
        out.writeEndElement();
        out.writeStartElement("soap", "Reason", soap);
        out.writeStartElement("soap", "Text", soap);
        out.writeAttribute("xml", "http://www.w3.org/XML/1998/namespace", "lang", "en");
        out.writeCharacters(XmlCharacters.valid(fault.sentence()));
        out.writeEndElement();
        out.writeEndElement();
        out.writeStartElement("soap", "Detail", soap);
        detail(out, fault);
        out.writeEndElement();
    }

    private static void value(XMLStreamWriter out, String code) throws XMLStreamException {
        out.writeStartElement("soap", "Value", SoapVersion.SOAP_12.namespace());
        out.writeCharacters(code);
        out.writeEndElement();
    }

    private static void detail(XMLStreamWriter out, Refusal.Fault fault) throws XMLStreamException {
        out.writeStartElement("", RefusalNames.ELEMENT, Names.NAMESPACE);
        out.writeDefaultNamespace(Names.NAMESPACE);
        leaf(out, RefusalNames.REASON, fault.reason());
        leaf(out, RefusalNames.SENTENCE, fault.sentence());
        leaf(out, RefusalNames.WHO, fault.who());
        if (fault.operation().isPresent()) {
            leaf(out, RefusalNames.OPERATION, fault.operation().get().toString());
        }
        for (Refusal.Finding finding : fault.findings()) {
            out.writeStartElement(RefusalNames.FINDING);
            optional(out, RefusalNames.FIELD, finding.field());
            leaf(out, RefusalNames.SENTENCE, finding.sentence());
            optional(out, RefusalNames.FILE, finding.file());
            if (finding.line().isPresent()) {
                leaf(out, RefusalNames.LINE, String.valueOf(finding.line().getAsInt()));
            }
            optional(out, RefusalNames.RULE, finding.rule());
            out.writeEndElement();
        }
        out.writeEndElement();
    }

    private static void optional(XMLStreamWriter out, String name, Optional<String> text) throws XMLStreamException {
        if (text.isPresent()) {
            leaf(out, name, text.get());
        }
    }

    private static void leaf(XMLStreamWriter out, String name, String text) throws XMLStreamException {
        out.writeStartElement(name);
        out.writeCharacters(XmlCharacters.valid(text));
        out.writeEndElement();
    }
}
