package org.esbmt.management.api.message;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Makes one message of a document that the schema has accepted. */
final class MessageReader {
    private static final String FAMILY = "urn:esbmt:management:";

    private MessageReader() {}

    static ManagementMessage read(String text) throws UnreadableMessageException {
        Element root = root(text);
        try {
            return switch (root.getLocalName()) {
                case "ManagementRequest" -> request(root);
                case "ManagementResponse" -> response(root);
                default -> unprocessable(root);
            };
        } catch (IllegalArgumentException | DateTimeException | CharacterCodingException e) {
            throw new UnreadableMessageException(Reason.SCHEMA, "A value in it is invalid: " + e.getMessage() + ".", e);
        }
    }

    private static Element root(String text) throws UnreadableMessageException {
        MessageSchema schema = MessageSchema.get();
        try {
            return schema.builder()
                    .parse(new InputSource(new StringReader(text)))
                    .getDocumentElement();
        } catch (SAXException e) {
            Optional<String> version = version(schema, text);
            if (version.isPresent()) {
                throw new UnreadableMessageException(
                        Reason.VERSION,
                        "It has the version " + version.get() + "; this bus reads " + MessageText.NAMESPACE
                                + ". Bring this node up to date.",
                        e);
            }
            String position = e instanceof SAXParseException at
                    ? "Line " + at.getLineNumber() + ", column " + at.getColumnNumber() + ": "
                    : "";
            throw new UnreadableMessageException(Reason.SCHEMA, position + e.getMessage(), e);
        } catch (IOException e) {
            throw new UnreadableMessageException(Reason.SCHEMA, "It cannot be read: " + e.getMessage() + ".", e);
        }
    }

    /** The namespace of a well-formed document, if it belongs to another version. */
    private static Optional<String> version(MessageSchema schema, String text) {
        try {
            String namespace = schema.unchecked()
                    .parse(new InputSource(new StringReader(text)))
                    .getDocumentElement()
                    .getNamespaceURI();
            return Optional.ofNullable(namespace)
                    .filter(name -> name.startsWith(FAMILY) && !name.equals(MessageText.NAMESPACE));
        } catch (SAXException | IOException e) {
            return Optional.empty();
        }
    }

    private static ManagementRequest request(Element request) {
        List<ManagementOperation> operations = new ArrayList<>();
        List<Element> children = children(request);
        for (Element operation : children.subList(1, children.size())) {
            operations.add(new ManagementOperation(
                    uuid(operation, "id"), command(children(operation).get(0))));
        }
        Element actor = children.get(0);
        return new ManagementRequest(
                uuid(request, "cluster"),
                number(request, "revision"),
                attribute(request, "batch").map(UUID::fromString),
                new Actor(attribute(actor, "tenant").map(TenantId::of), actor.getAttribute("login")),
                Instant.parse(request.getAttribute("issuedAt")),
                attribute(request, "notAfter").map(Instant::parse),
                operations);
    }

    private static ManagementCommand command(Element command) {
        return switch (command.getLocalName()) {
            case "assembly" -> assembly(command);
            case "tenant" -> tenant(command);
            case "component" -> component(command);
            case "settings" -> settings(command);
            default -> link(command);
        };
    }

    private static AssemblyManagementCommand assembly(Element command) {
        return new AssemblyManagementCommand(
                TenantId.of(command.getAttribute("tenant")),
                attribute(command, "user").map(UserId::of),
                uuid(command, "assembly"),
                command.getAttribute("name"),
                number(command, "version"),
                AssemblyManagementCommand.Action.valueOf(command.getAttribute("action")),
                artifact(command, "artifact"),
                artifact(command, "former"));
    }

    private static TenantManagementCommand tenant(Element command) {
        return new TenantManagementCommand(
                TenantId.of(command.getAttribute("tenant")),
                TenantManagementCommand.Action.valueOf(command.getAttribute("action")));
    }

    private static ComponentManagementCommand component(Element command) {
        return new ComponentManagementCommand(
                command.getAttribute("name"),
                ComponentManagementCommand.Action.valueOf(command.getAttribute("action")),
                artifact(command, "artifact"),
                attribute(command, "installer").map(Sha256::new));
    }

    private static SettingsManagementCommand settings(Element command) {
        List<SettingsManagementCommand.Setting> settings = new ArrayList<>();
        for (Element setting : children(command)) {
            settings.add(new SettingsManagementCommand.Setting(
                    attribute(setting, "node").map(UUID::fromString),
                    setting.getAttribute("key"),
                    setting.getAttribute("value")));
        }
        return new SettingsManagementCommand(command.getAttribute("component"), settings);
    }

    private static LinkManagementCommand link(Element command) {
        TenantId tenant = TenantId.of(command.getAttribute("tenant"));
        QName service = new QName(command.getAttribute("namespace"), command.getAttribute("service"));
        String endpoint = command.getAttribute("endpoint");
        Link link = command.hasAttribute("component")
                ? new ToTenant(command.getAttribute("component"), tenant, service, endpoint)
                : new ToPlain(tenant, service, endpoint);
        return new LinkManagementCommand(command.getAttribute("linked").equals("true"), link);
    }

    private static Optional<Artifact> artifact(Element command, String element) {
        return children(command).stream()
                .filter(child -> child.getLocalName().equals(element))
                .findFirst()
                .map(artifact -> new Artifact(new Sha256(artifact.getAttribute("sha256")), number(artifact, "bytes")));
    }

    private static ManagementResponse response(Element response) {
        List<ManagementResponse.Result> results = new ArrayList<>();
        for (Element result : children(response)) {
            results.add(new ManagementResponse.Result(
                    uuid(result, "operation"),
                    ManagementResponse.Status.valueOf(result.getAttribute("status")),
                    number(result, "millis"),
                    result.getTextContent()));
        }
        return new ManagementResponse(
                uuid(response, "instance"),
                number(response, "revision"),
                new Sha256(response.getAttribute("state")),
                results);
    }

    private static UnprocessableMessage unprocessable(Element message) throws CharacterCodingException {
        List<Element> children = children(message);
        byte[] original = Base64.getMimeDecoder().decode(children.get(1).getTextContent());
        return new UnprocessableMessage(
                uuid(message, "instance"),
                Reason.valueOf(message.getAttribute("reason")),
                children.get(0).getTextContent(),
                message.getAttribute("messageId"),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(original))
                        .toString());
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    private static Optional<String> attribute(Element element, String name) {
        return element.hasAttribute(name) ? Optional.of(element.getAttribute(name)) : Optional.empty();
    }

    private static UUID uuid(Element element, String name) {
        return UUID.fromString(element.getAttribute(name));
    }

    private static long number(Element element, String name) {
        return Long.parseLong(element.getAttribute(name));
    }
}
