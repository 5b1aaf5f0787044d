package org.esbmt.administration.soap.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spot checks of the role table over this way. */
class RolesOverSoapTest {
    @TempDir
    Path data;

    private SoapBus bus;
    private String acme;

    @BeforeEach
    void start() throws Exception {
        bus = new SoapBus(data);
        acme = bus.tenant("acme");
        for (String role : new String[] {"TENANT_OPERATOR", "TENANT_AUDITOR", "TENANT_USER"}) {
            bus.user("acme", acme, role, role);
        }
        for (String role : new String[] {"SRE", "SYSTEM_AUDITOR"}) {
            bus.send(
                            "TenantRegistryManager",
                            Envelope.of("addSystemUser")
                                    .with("login", role)
                                    .with("password", SoapBus.PASSWORD)
                                    .with("roles", role)
                                    .as("ada", PublishedServices.PASSWORD))
                    .succeeds();
        }
    }

    @AfterEach
    void stop() {
        bus.close();
    }

    @ParameterizedTest
    @CsvSource({
        "ada, TenantRegistryManager, suspendTenant, true",
        "SRE, TenantRegistryManager, suspendTenant, true",
        "SYSTEM_AUDITOR, TenantRegistryManager, suspendTenant, false",
        "acme/boss, TenantRegistryManager, suspendTenant, false",
        "acme/boss, TenantRegistryManager, listContacts, true",
        "acme/TENANT_USER, TenantRegistryManager, listContacts, false",
        "acme/boss, ConfigurationRegistryManager, listQuotas, true",
        "acme/TENANT_AUDITOR, ConfigurationRegistryManager, listQuotas, true",
        "acme/TENANT_USER, ConfigurationRegistryManager, listQuotas, false",
        "acme/TENANT_AUDITOR, ConfigurationRegistryManager, verifyAudit, true",
        "acme/TENANT_USER, ConfigurationRegistryManager, verifyAudit, false",
        "ada, ServiceAssemblyManager, listAssemblies, true",
        "acme/TENANT_OPERATOR, ServiceAssemblyManager, listAssemblies, true",
        "acme/TENANT_USER, ServiceAssemblyManager, listAssemblies, false",
        "ada, JbiContainerManager, listNodes, true",
        "acme/boss, JbiContainerManager, listNodes, false"
    })
    void aRoleMayWhatItMayOnEveryWay(String login, String manager, String operation, boolean may) throws Exception {
        String password = login.equals("ada") ? PublishedServices.PASSWORD : SoapBus.PASSWORD;
        Envelope request = Envelope.of(operation);
        if (!operation.equals("listNodes")) {
            request.with("tenantId", acme);
        }

        SoapAnswer answer = bus.send(manager, request.as(login, password));

        if (may) {
            answer.succeeds();
        } else {
            answer.refuses("FORBIDDEN", "");
        }
    }

    @Test
    void aChangedPasswordIsTheOnlyOneFromThenOn() throws Exception {
        bus.send(
                        "TenantRegistryManager",
                        Envelope.of("changeAdministratorPassword")
                                .with("currentPassword", SoapBus.PASSWORD)
                                .with("newPassword", "another long password")
                                .as("acme/boss", SoapBus.PASSWORD))
                .succeeds();

        bus.send("TenantRegistryManager", Envelope.of("whoAmI").as("acme/boss", SoapBus.PASSWORD))
                .refuses("NOT_AUTHENTICATED", "");
        assertThat(bus.send("TenantRegistryManager", Envelope.of("whoAmI").as("acme/boss", "another long password"))
                        .succeeds()
                        .text("login"))
                .isEqualTo("acme/boss");
    }
}
