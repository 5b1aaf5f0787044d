package org.esbmt.jbi.container.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceUnitOwnerTest {
    private static final TenantId ACME = TenantId.of("0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11");

    @TempDir
    Path unit;

    @Test
    void componentReadsTheOwnerThatTheDeployerWrote() throws IOException {
        ServiceUnitOwner.write(unit, ACME);

        assertThat(ServiceUnitOwner.read(unit)).isEqualTo(Owner.of(ACME));
    }

    @Test
    void unitWithoutTheFileIsPlain() throws IOException {
        assertThat(ServiceUnitOwner.read(unit)).isEqualTo(Owner.PLAIN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<TenantContext/>",
                "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:/etc/passwd\">]><a>&b;</a>",
                "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"><tenantID>0B5E1F2A-6a53-4f0e-9c44-0d7a5f2f3a11"
                        + "</tenantID></TenantContext>\n",
                "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"><tenantID>0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11"
                        + "</tenantID></TenantContext>\n<!-- more -->"
            })
    void anyOtherContentIsRefused(String content) throws IOException {
        Path file = unit.resolve(ServiceUnitOwner.FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);

        assertThatIOException().isThrownBy(() -> ServiceUnitOwner.read(unit));
    }
}
