package org.esbmt.administration.internal;

/** What administrators may ask for, under the name that the audit log shows. All of it is for system administrators. */
enum Operation {
    CREATE_TENANT("createTenant", true),
    FIND_TENANT("findTenant", false),
    LIST_TENANTS("listTenants", false),
    SUSPEND_TENANT("suspendTenant", true),
    RESUME_TENANT("resumeTenant", true),
    ADD_USER("addUser", true),
    SET_PASSWORD("setPassword", true),
    LOCK_USER("lockUser", true),
    UNLOCK_USER("unlockUser", true),
    FIND_USER("findUser", false),
    LIST_USERS("listUsers", false),
    DEPLOY_ASSEMBLY("deployAssembly", true),
    UPDATE_ASSEMBLY("updateAssembly", true),
    SWITCH_ASSEMBLY("switchAssembly", true),
    ROLL_BACK_ASSEMBLY("rollBackAssembly", true),
    UNDEPLOY_ASSEMBLY("undeployAssembly", true),
    START_ASSEMBLY("startAssembly", true),
    STOP_ASSEMBLY("stopAssembly", true),
    SHUT_DOWN_ASSEMBLY("shutDownAssembly", true),
    EXPORT_ASSEMBLY("exportAssembly", true),
    LIST_ASSEMBLIES("listAssemblies", false),
    INSTALL_COMPONENT("install", true),
    UNINSTALL_COMPONENT("uninstallComponent", true),
    UNINSTALL_LIBRARY("uninstallLibrary", true),
    START_COMPONENT("startComponent", true),
    STOP_COMPONENT("stopComponent", true),
    SHUT_DOWN_COMPONENT("shutDownComponent", true),
    LIST_COMPONENTS("listComponents", false),
    LIST_LIBRARIES("listLibraries", false),
    LINK("link", true),
    UNLINK("unlink", true),
    LIST_LINKS("listLinks", false),
    CHANGE_PASSWORD("changePassword", true),
    STATUS("status", false),
    LOG_IN("logIn", true);

    private final String text;
    private final boolean changing;

    Operation(String text, boolean changing) {
        this.text = text;
        this.changing = changing;
    }

    /** Whether it leaves a trace, as what hands archives out does; what else only reads is audited when it is refused, or at DEBUG. */
    boolean changing() {
        return changing;
    }

    @Override
    public String toString() {
        return text;
    }
}
