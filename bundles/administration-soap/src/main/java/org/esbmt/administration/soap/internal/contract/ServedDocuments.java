package org.esbmt.administration.soap.internal.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.Map;

/** The documents as clients get them: the files of this bundle with the public address. */
public final class ServedDocuments {
    private final String schema = resource(SchemaDocument.FILE);
    private final Map<Manager, String> wsdls = new EnumMap<>(Manager.class);

    public ServedDocuments() {
        for (Manager manager : Manager.values()) {
            wsdls.put(manager, resource(manager.wsdlFile()));
        }
    }

    private static String resource(String file) {
        try (InputStream in = requireNonNull(ServedDocuments.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public String schema() {
        return schema;
    }

    /**
     * The WSDL of a manager.
     *
     * @param base the public address of all managers, without a slash at the end
     */
    public String wsdl(Manager manager, String base) {
        String own = escaped(base);
        return wsdls.get(manager)
                .replace(
                        "schemaLocation=\"" + SchemaDocument.FILE + "\"",
                        "schemaLocation=\"" + own + "/" + manager.serviceName() + "?xsd\"")
                .replace("location=\"" + WsdlDocument.COMMITTED_BASE + "/", "location=\"" + own + "/");
    }

    private static String escaped(String url) {
        return url.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
