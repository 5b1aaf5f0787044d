package org.esbmt.administration.console.internal.page;

import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.http.api.MessagePort;

/** The services of administration that the pages call, and the port of messages on this node. */
public record Contract(
        Administration administration,
        AdministratorAccounts accounts,
        AccessCredentialAdministration credentials,
        InstallationStatus status,
        TenantAdministration tenants,
        ContactAdministration contacts,
        TenantKeyAdministration keys,
        UserAdministration users,
        UserCertificateAdministration userCertificates,
        SystemUserAdministration systemUsers,
        QuotaAdministration quotas,
        ContingentAdministration contingents,
        AssemblyAdministration assemblies,
        ServiceAdministration services,
        AuditAdministration audit,
        ClusterAdministration cluster,
        OperationAdministration operations,
        TransactionOversight transactions,
        ComponentAdministration components,
        ComponentConfiguration settings,
        LinkAdministration links,
        TrafficAdministration traffic,
        MessagePort messages) {}
