package org.esbmt.administration.soap.internal.contract;

import java.util.List;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.soap.internal.vocabulary.Names;
import org.esbmt.administration.soap.internal.vocabulary.RefusalNames;

/** The WSDL 1.1 of one manager: document/literal, with a port for SOAP 1.1 and one for SOAP 1.2. */
public final class WsdlDocument {
    /** The address of all managers in the committed files. The bus serves its public one instead. */
    public static final String COMMITTED_BASE = "https://127.0.0.1:8193/soap";

    private static final String SOAP_11 = "http://schemas.xmlsoap.org/wsdl/soap/";
    private static final String SOAP_12 = "http://schemas.xmlsoap.org/wsdl/soap12/";
    private static final String TRANSPORT = "http://schemas.xmlsoap.org/soap/http";
    private static final String NAME = "name";
    private static final String MESSAGE = "message";
    private static final String FAULT = "Refused";

    private final Manager manager;
    private final XmlLines out = new XmlLines();

    private WsdlDocument(Manager manager) {
        this.manager = manager;
    }

    /** Generates the document, with a line feed at its end. */
    public static String generated(Manager manager) {
        return new WsdlDocument(manager).document();
    }

    private String document() {
        List<Entry<?>> entries = manager.entries();
        out.open(
                "wsdl:definitions",
                "xmlns:wsdl",
                "http://schemas.xmlsoap.org/wsdl/",
                "xmlns:xs",
                "http://www.w3.org/2001/XMLSchema",
                "xmlns:soap",
                SOAP_11,
                "xmlns:soap12",
                SOAP_12,
                "xmlns:adm",
                Names.NAMESPACE,
                NAME,
                manager.serviceName(),
                "targetNamespace",
                Names.NAMESPACE);
        out.open("wsdl:types")
                .open("xs:schema")
                .empty("xs:import", "namespace", Names.NAMESPACE, "schemaLocation", SchemaDocument.FILE)
                .close()
                .close();
        entries.forEach(entry -> {
            message(entry.name(), entry.name());
            message(Names.response(entry), Names.response(entry));
        });
        message(FAULT, RefusalNames.ELEMENT);
        portType(entries);
        binding("Soap11", "soap", entries);
        binding("Soap12", "soap12", entries);
        out.open("wsdl:service", NAME, manager.serviceName());
        port("Soap11", "soap");
        port("Soap12", "soap12");
        return out.close().close().document();
    }

    private void message(String name, String element) {
        out.open("wsdl:message", NAME, name)
                .empty("wsdl:part", NAME, "parameters", "element", "adm:" + element)
                .close();
    }

    private void portType(List<Entry<?>> entries) {
        out.open("wsdl:portType", NAME, manager.serviceName());
        for (Entry<?> entry : entries) {
            out.open("wsdl:operation", NAME, entry.name())
                    .text("wsdl:documentation", entry.sentence())
                    .empty("wsdl:input", MESSAGE, "adm:" + entry.name())
                    .empty("wsdl:output", MESSAGE, "adm:" + Names.response(entry))
                    .empty("wsdl:fault", NAME, FAULT, MESSAGE, "adm:" + FAULT)
                    .close();
        }
        out.close();
    }

    private void binding(String suffix, String prefix, List<Entry<?>> entries) {
        out.open("wsdl:binding", NAME, manager.serviceName() + suffix, "type", "adm:" + manager.serviceName())
                .empty(prefix + ":binding", "style", "document", "transport", TRANSPORT);
        for (Entry<?> entry : entries) {
            out.open("wsdl:operation", NAME, entry.name())
                    .empty(prefix + ":operation", "soapAction", Names.action(entry.name()));
            out.open("wsdl:input").empty(prefix + ":body", "use", "literal").close();
            out.open("wsdl:output").empty(prefix + ":body", "use", "literal").close();
            out.open("wsdl:fault", NAME, FAULT)
                    .empty(prefix + ":fault", NAME, FAULT, "use", "literal")
                    .close();
            out.close();
        }
        out.close();
    }

    private void port(String suffix, String prefix) {
        out.open("wsdl:port", NAME, manager.serviceName() + suffix, "binding", "adm:" + manager.serviceName() + suffix)
                .empty(prefix + ":address", "location", COMMITTED_BASE + "/" + manager.serviceName())
                .close();
    }
}
