package org.esbmt.management.api.message;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;

/** Writes one message. Attributes come in the order of the schema. */
final class MessageWriter {
    private final XMLStreamWriter xml;

    private MessageWriter(XMLStreamWriter xml) {
        this.xml = xml;
    }

    static String write(ManagementMessage message) {
        StringWriter text = new StringWriter();
        try {
            // The JDK's own factory, whatever other bundles register.
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            new MessageWriter(xml).message(message);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the values of messages can all be written", e);
        }
        return text.toString();
    }

    private void message(ManagementMessage message) throws XMLStreamException {
        if (message instanceof ManagementRequest request) {
            request(request);
        } else if (message instanceof ManagementResponse response) {
            response(response);
        } else if (message instanceof UnprocessableMessage unprocessable) {
            unprocessable(unprocessable);
        }
    }

    private void request(ManagementRequest request) throws XMLStreamException {
        root("ManagementRequest");
        attribute("cluster", request.cluster());
        attribute("revision", request.revision());
        attribute("batch", request.batch());
        attribute("issuedAt", request.issuedAt());
        attribute("notAfter", request.notAfter());
        xml.writeStartElement("actor");
        attribute("tenant", request.actor().tenant());
        attribute("login", request.actor().login());
        xml.writeEndElement();
        for (ManagementOperation operation : request.operations()) {
            xml.writeStartElement("operation");
            attribute("id", operation.id());
            command(operation.command());
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private void command(ManagementCommand command) throws XMLStreamException {
        if (command instanceof AssemblyManagementCommand assembly) {
            assembly(assembly);
        } else if (command instanceof TenantManagementCommand tenant) {
            tenant(tenant);
        } else if (command instanceof ComponentManagementCommand component) {
            component(component);
        } else if (command instanceof SettingsManagementCommand settings) {
            settings(settings);
        } else if (command instanceof LinkManagementCommand link) {
            link(link);
        }
    }

    private void assembly(AssemblyManagementCommand command) throws XMLStreamException {
        xml.writeStartElement("assembly");
        attribute("action", command.action());
        attribute("tenant", command.tenant());
        attribute("user", command.user());
        attribute("assembly", command.assembly());
        attribute("name", command.name());
        attribute("version", command.version());
        artifact("artifact", command.artifact());
        artifact("former", command.former());
        xml.writeEndElement();
    }

    private void tenant(TenantManagementCommand command) throws XMLStreamException {
        xml.writeStartElement("tenant");
        attribute("action", command.action());
        attribute("tenant", command.tenant());
        xml.writeEndElement();
    }

    private void component(ComponentManagementCommand command) throws XMLStreamException {
        xml.writeStartElement("component");
        attribute("action", command.action());
        attribute("name", command.name());
        attribute("installer", command.installer());
        artifact("artifact", command.artifact());
        xml.writeEndElement();
    }

    private void settings(SettingsManagementCommand command) throws XMLStreamException {
        xml.writeStartElement("settings");
        attribute("component", command.component());
        for (SettingsManagementCommand.Setting setting : command.settings()) {
            xml.writeStartElement("setting");
            attribute("node", setting.node());
            attribute("key", setting.key());
            attribute("value", setting.value());
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private void link(LinkManagementCommand command) throws XMLStreamException {
        Link link = command.link();
        xml.writeStartElement("link");
        attribute("linked", command.linked());
        if (link instanceof ToTenant toTenant) {
            attribute("component", toTenant.component());
        } else if (!(link instanceof ToPlain)) {
            throw new IllegalStateException("there are links of two kinds");
        }
        attribute("tenant", link.tenant());
        attribute("namespace", link.service().getNamespaceURI());
        attribute("service", link.service().getLocalPart());
        attribute("endpoint", link.endpoint());
        xml.writeEndElement();
    }

    private void artifact(String element, Optional<Artifact> artifact) throws XMLStreamException {
        if (artifact.isPresent()) {
            xml.writeStartElement(element);
            attribute("sha256", artifact.get().digest());
            attribute("bytes", artifact.get().bytes());
            xml.writeEndElement();
        }
    }

    private void response(ManagementResponse response) throws XMLStreamException {
        root("ManagementResponse");
        attribute("instance", response.instance());
        attribute("revision", response.revision());
        attribute("state", response.state());
        for (ManagementResponse.Result result : response.results()) {
            xml.writeStartElement("result");
            attribute("operation", result.operation());
            attribute("status", result.status());
            attribute("millis", result.millis());
            xml.writeCharacters(result.message());
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private void unprocessable(UnprocessableMessage message) throws XMLStreamException {
        root("UnprocessableMessage");
        attribute("instance", message.instance());
        attribute("reason", message.reason());
        attribute("messageId", message.messageId());
        element("detail", message.detail());
        element(
                "original",
                Base64.getEncoder().encodeToString(message.original().getBytes(StandardCharsets.UTF_8)));
        xml.writeEndElement();
    }

    private void root(String name) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeDefaultNamespace(MessageText.NAMESPACE);
    }

    private void element(String name, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    /** For values whose text form is that of the schema. */
    private void attribute(String name, Object value) throws XMLStreamException {
        xml.writeAttribute(name, value.toString());
    }

    private void attribute(String name, Optional<?> value) throws XMLStreamException {
        if (value.isPresent()) {
            attribute(name, value.get());
        }
    }
}
