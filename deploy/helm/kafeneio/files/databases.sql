-- One database for all services, a schema and a role for each. The roles of services read and write rows, and of their
-- own schema only; the owner, as whom the migration runs, changes tables. Run by an administrator in an empty database,
-- and again when there is a new service; roles come without passwords: give each one with \password in psql.
DO $$
DECLARE
  owner CONSTANT text := 'kafeneio_owner';
  service text;
  role text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = owner) THEN
    EXECUTE format('CREATE ROLE %I LOGIN', owner);
  END IF;
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO %I', current_database(), owner);

  FOREACH service IN ARRAY ARRAY['wallet', 'ranking', 'moderation', 'lobby', 'tournaments', 'tables'] LOOP
    role := 'kafeneio_' || service;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', role);
    END IF;
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), role);
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', service, owner);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', service, role);
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I '
      'GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', owner, service, role);
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I '
      'GRANT USAGE, SELECT ON SEQUENCES TO %I', owner, service, role);
  END LOOP;
END $$;
