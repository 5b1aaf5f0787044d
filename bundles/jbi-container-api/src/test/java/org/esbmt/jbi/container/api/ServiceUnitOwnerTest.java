package org.esbmt.jbi.container.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
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
    void componentReadsTheUserThatTheDeployerWrote() throws IOException {
        Owner alice = Owner.of(ACME, UserId.of("1d5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a22"));
        ServiceUnitOwner.write(unit, alice);

        assertThat(ServiceUnitOwner.read(unit)).isEqualTo(alice);
        assertThat(unit.resolve("META-INF/tenant-context.xml"))
                .hasContent("<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"><tenantID>" + ACME
                        + "</tenantID><userID>1d5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a22</userID></TenantContext>\n");
    }

    @Test
    void plainUnitGetsNoFile() {
        assertThatIllegalArgumentException().isThrownBy(() -> ServiceUnitOwner.write(unit, Owner.PLAIN));
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
                        + "</tenantID></TenantContext>\n<!-- more -->",
                "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"><tenantID>0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11"
                        + "</tenantID><userID></userID></TenantContext>\n",
                "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"><tenantID>0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11"
                        + "</tenantID><userID>1D5E1F2A-6a53-4f0e-9c44-0d7a5f2f3a22</userID></TenantContext>\n",
                "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\"><tenantID>0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11"
                        + "</tenantID><userID>1d5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a22</userID></TenantContext>\n\n"
            })
    void anyOtherContentIsRefused(String content) throws IOException {
        Path file = unit.resolve(ServiceUnitOwner.FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);

        assertThatIOException().isThrownBy(() -> ServiceUnitOwner.read(unit));
    }
}
