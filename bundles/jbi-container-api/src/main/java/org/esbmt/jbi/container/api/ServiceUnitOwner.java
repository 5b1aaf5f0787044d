package org.esbmt.jbi.container.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.esbmt.tenancy.api.TenantId;

/**
 * Whose a service unit is, as the deployer left it in the unit's root folder for the component:
 * {@code META-INF/tenant-context.xml}. No archive can bring that file, the deployer refuses those that do.
 */
public final class ServiceUnitOwner {
    /** The file, from the unit's root folder. */
    public static final String FILE = "META-INF/tenant-context.xml";

    private static final String BEFORE = "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"><tenantID>";
    private static final String AFTER = "</tenantID></TenantContext>\n";
    private static final int LENGTH = BEFORE.length() + 36 + AFTER.length();

    private ServiceUnitOwner() {}

    /** Called by the deployer, once, before the component's {@code ServiceUnitManager.deploy}. */
    public static void write(Path serviceUnitRoot, TenantId tenant) throws IOException {
        Path file = serviceUnitRoot.resolve(FILE);
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write((BEFORE + tenant + AFTER).getBytes(StandardCharsets.US_ASCII));
        }
    }

    /**
     * Called by a component in {@code ServiceUnitManager.deploy} and {@code init}.
     *
     * @return {@link Owner#PLAIN} if the file is not there
     * @throws IOException if it is there but not as the deployer writes it, byte for byte: nobody else may write it, so
     *     nothing is parsed and nothing is guessed
     */
    public static Owner read(Path serviceUnitRoot) throws IOException {
        Path file = serviceUnitRoot.resolve(FILE);
        if (!Files.exists(file)) {
            return Owner.PLAIN;
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LENGTH + 1);
        }
        String text = new String(bytes, StandardCharsets.US_ASCII);
        if (text.length() != LENGTH || !text.startsWith(BEFORE) || !text.endsWith(AFTER)) {
            throw new IOException(file + " is not what the deployer writes; deploy the assembly again");
        }
        try {
            return Owner.of(TenantId.of(text.substring(BEFORE.length(), BEFORE.length() + 36)));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " does not name a tenant; deploy the assembly again", e);
        }
    }
}
