package org.esbmt.jbi.container.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The owner of a service unit. The deployer writes it into the unit's root folder for the component:
 * {@code META-INF/tenant-context.xml}. The deployer refuses archives that contain that file.
 */
public final class ServiceUnitOwner {
    /** The file, from the unit's root folder. */
    public static final String FILE = "META-INF/tenant-context.xml";

    private static final String BEFORE = "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"><tenantID>";
    private static final String BETWEEN = "</tenantID><userID>";
    private static final String AFTER_USER = "</userID></TenantContext>\n";
    private static final String AFTER = "</tenantID></TenantContext>\n";
    private static final int UUID = 36;
    private static final int TENANT_TO = BEFORE.length() + UUID;
    private static final int USER_FROM = TENANT_TO + BETWEEN.length();
    private static final int LONGEST = USER_FROM + UUID + AFTER_USER.length();

    private ServiceUnitOwner() {}

    /** Like {@link #write(Path, Owner)}, for a unit of the whole tenant. */
    public static void write(Path serviceUnitRoot, TenantId tenant) throws IOException {
        write(serviceUnitRoot, Owner.of(tenant));
    }

    /**
     * Called by the deployer, once, before the component's {@code ServiceUnitManager.deploy}.
     *
     * @throws IllegalArgumentException for a plain unit, which has no such file
     */
    public static void write(Path serviceUnitRoot, Owner owner) throws IOException {
        if (owner.tenant().isEmpty()) {
            throw new IllegalArgumentException("a plain unit has no " + FILE);
        }
        Path file = serviceUnitRoot.resolve(FILE);
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(text(owner).getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static String text(Owner owner) {
        return BEFORE
                + owner.tenant().orElseThrow()
                + owner.user().map(user -> BETWEEN + user + AFTER_USER).orElse(AFTER);
    }

    /**
     * Called by a component in {@code ServiceUnitManager.deploy} and {@code init}.
     *
     * @return {@link Owner#PLAIN} if the file is absent
     * @throws IOException if the file exists but differs from the deployer's form in any byte: only the deployer may
     * write it, so nothing is parsed or guessed
     */
    public static Owner read(Path serviceUnitRoot) throws IOException {
        Path file = serviceUnitRoot.resolve(FILE);
        if (!Files.exists(file)) {
            return Owner.PLAIN;
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LONGEST + 1);
        }
        String text = new String(bytes, StandardCharsets.US_ASCII);
        Owner owner;
        try {
            owner = named(text);
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            throw new IOException(file + " does not name a tenant; deploy the assembly again", e);
        }
        if (!text.equals(text(owner))) {
            throw new IOException(file + " was not written by the deployer; deploy the assembly again");
        }
        return owner;
    }

    /** The owner in the text, if the deployer has written it. The caller still has to check that. */
    private static Owner named(String text) {
        TenantId tenant = TenantId.of(text.substring(BEFORE.length(), TENANT_TO));
        return text.startsWith(BETWEEN, TENANT_TO)
                ? Owner.of(tenant, UserId.of(text.substring(USER_FROM, USER_FROM + UUID)))
                : Owner.of(tenant);
    }
}
